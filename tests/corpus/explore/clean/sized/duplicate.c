// The start of a string is copied to a block of as many bytes as somebody says.
//@ outcomes: 0 1
#include <coax.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = coax_uint("n");
    if (n < 6 || n > 1000)
        return 1;
    char *copy = malloc(n);
    if (!copy)
        return 2;
    strcpy(copy, "hello");
    printf("%s\n", copy);
    int r = strlen(copy) != 5 || strcmp(copy, "hello") != 0 || memcmp(copy + 1, "ell", 3) != 0;
    free(copy);
    return r ? 3 : 0;
}
