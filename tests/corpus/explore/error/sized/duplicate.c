// A copy of a string without room for its end.
#include <coax.h>
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    size_t len = strlen(text);
    char *copy = malloc(len);
    if (copy)
        strcpy(copy, text); //~ out-of-bounds
    return copy;
}

int main(void) {
    char text[8];
    coax_symbolic(text, sizeof text, "text");
    coax_assume(text[7] == 0);
    char *copy = duplicate(text);
    int r = copy && copy[0] != text[0];
    free(copy);
    return r;
}
