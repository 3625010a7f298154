//@ flavour: memory
#include <stdlib.h>

int main(void) {
    int table[4] = {1, 2, 3, 4};
    unsigned *index = malloc(sizeof *index);
    int r = table[*index & 3]; //~ uninitialized-read
    free(index);
    return r;
}
