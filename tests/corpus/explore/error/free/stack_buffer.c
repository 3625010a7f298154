// Small inputs live on the stack, but are freed like large ones.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char small[16];
    unsigned n = coax_uint("n");
    coax_assume(n <= 32);
    char *buffer = n > sizeof small ? malloc(32) : small;
    if (!buffer)
        return 2;
    buffer[0] = 1;
    int r = buffer[0];
    if (n > 8)
        free(buffer); //~ invalid-free
    return r;
}
