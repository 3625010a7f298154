// Digits up to the end of the buffer, and no terminator.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char *digits = malloc(2);
    if (!digits)
        return 0;
    coax_symbolic(digits, 2, "digits");
    int n = atoi(digits); //~ out-of-bounds
    free(digits);
    return n == 42;
}
