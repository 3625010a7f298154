// Reading in front of a heap block.
#include <stdlib.h>
int main(void) {
    char *b = calloc(8, 1);
    char *p = b;
    while (p >= b)
        p--;
    char c = *p; //~ out-of-bounds
    free(b);
    return c;
}
