#include <stdlib.h>

int main(void) {
    int x;
    free(&x); //~ invalid-free
    return 0;
}
