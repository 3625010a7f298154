// Small buffers are on the stack, and are freed like the large ones.
//@ check: fill_and_sum
#include <stdlib.h>
#include <string.h>

unsigned fill_and_sum(unsigned n, unsigned char value) {
    unsigned char small[8];
    unsigned char *buffer = small;
    if (n == 0 || n > 16)
        return 0;
    if (n > sizeof small)
        buffer = malloc(n);
    if (buffer == NULL)
        return 0;
    memset(buffer, value, n);
    unsigned sum = buffer[0] + (unsigned)buffer[n - 1];
    free(buffer); //~ invalid-free
    return sum;
}
