// A library function writes more than there may be room for.
//@ paths: <= 4
#include <coax.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1 && n <= 100);
    char *text = malloc(n);
    if (!text)
        return 1;
    sprintf(text, "%s-%d", "number", 42); //~ out-of-bounds
    free(text);
    return 0;
}
