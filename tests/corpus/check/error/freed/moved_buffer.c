// A pointer into a buffer is kept while the buffer grows.
//@ check: grow_and_mark
#include <stdlib.h>

char grow_and_mark(unsigned extra) {
    char *buffer = malloc(4);
    if (buffer == NULL)
        return 0;
    buffer[0] = 'a';
    char *first = buffer;
    if (extra > 12 && extra < 40) {
        char *larger = realloc(buffer, 4 + extra);
        if (larger == NULL) {
            free(buffer);
            return 0;
        }
        buffer = larger;
    }
    char result = *first; //~ use-after-free
    free(buffer);
    return result;
}
