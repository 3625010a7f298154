// The string that fills its block has no end.
#include <coax.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n >= 1 && n <= 8);
    char *text = malloc(n);
    if (!text)
        return 1;
    memset(text, 'x', n);
    if (n > 3)
        text[3] = 0;
    size_t len = strlen(text); //~ out-of-bounds
    free(text);
    return len != 3;
}
