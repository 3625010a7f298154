#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    char c = p[8]; //~ out-of-bounds
    free(p);
    return c;
}
