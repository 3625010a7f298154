// An index far away from the object.
#include <stdlib.h>
int main(void) {
    char *b = malloc(10);
    long i = 5;
    b[i] = 1;
    i = 100000000000;
    b[i] = 1; //~ out-of-bounds
    free(b);
    return 0;
}
