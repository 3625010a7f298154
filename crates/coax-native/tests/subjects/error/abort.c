#include <stdlib.h>

static void give_up(void) {
    abort(); //~ abort
}

int main(void) {
    give_up();
}
