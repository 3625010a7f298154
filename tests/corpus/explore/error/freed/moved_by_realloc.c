// A pointer into a buffer is kept while the buffer grows.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    unsigned n = coax_uint("n");
    char *buffer = malloc(8);
    if (!buffer)
        return 2;
    char *first = buffer;
    *first = 'x';
    if (n > 8 && n < 1000) {
        char *larger = realloc(buffer, 4096);
        if (larger)
            buffer = larger;
    }
    int r = *first == 'x'; //~ use-after-free
    free(buffer);
    return r;
}
