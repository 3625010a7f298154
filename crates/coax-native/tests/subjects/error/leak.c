#include <stdlib.h>

static void lose(void) {
    char *p = malloc(10); //~ memory-leak
    p[0] = 1;
}

int main(void) {
    lose();
    return 0;
}
