// The terminator of a string does not fit.
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *text = "hello";
    size_t n = strlen(text);
    char *copy = malloc(n);
    memcpy(copy, text, n);
    copy[n] = 0; //~ out-of-bounds
    free(copy);
    return 0;
}
