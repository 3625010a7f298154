// An early return forgets the buffer.
//@ paths: 3
#include <coax.h>
#include <stdlib.h>

static int work(unsigned n) {
    char *buffer = malloc(16); //~ memory-leak
    if (!buffer)
        return 2;
    buffer[0] = 0;
    if (n == 7)
        return 1;
    if (n > 100)
        buffer[1] = 1;
    free(buffer);
    return 0;
}

int main(void) {
    return work(coax_uint("n"));
}
