// Sizes that depend on inputs, found again from them.
//@ explore: --memory 1M
//@ paths: 11
#include <coax.h>
#include <stdlib.h>
#include <string.h>

// Sizes up to 2, 4, 6 and above; each with a larger count, one up to 2, and (but for the first) one between.
int main(void) {
    unsigned size = coax_uint("size"), count = coax_uint("count");
    coax_assume(size >= 1);
    coax_assume(size <= 40);
    char *text = malloc(size);
    if (!text)
        return 9;
    memset(text, 'a', size);
    int result = 0;
    if (count <= size) {
        char copy[40] = {0};
        memcpy(copy, text, count);
        if (count > 2)
            result = copy[2] == 'a' ? 1 : 2;
    }
    for (unsigned i = 0; i < size && i < 6; i += 2)
        if (text[i] == 'a')
            result += 10;
    free(text);
    return result;
}
