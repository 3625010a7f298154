// The copy has room for the text and its terminator.
//@ check: repeat_mark
#include <stdlib.h>
#include <string.h>

char *repeat_mark(char mark, unsigned n) {
    if (n > 6)
        return NULL;
    char *text = malloc(n + 1);
    if (text == NULL)
        return NULL;
    memset(text, mark, n);
    text[n] = '\0';
    return text;
}
