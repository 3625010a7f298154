// The copy has room for the text and none for the terminator.
//@ check: repeat_mark
#include <stdlib.h>
#include <string.h>

char *repeat_mark(char mark, unsigned n) {
    if (n > 6)
        return NULL;
    char *text = malloc(n + (n == 0));
    if (text == NULL)
        return NULL;
    memset(text, mark, n);
    text[n] = '\0'; //~ out-of-bounds
    return text;
}
