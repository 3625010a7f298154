// An empty text has no last letter.
//@ check: without_newline --pointers nonnull
#include <string.h>

char *without_newline(char *line) {
    char *last = line + strlen(line) - 1;
    if (*last == '\n') //~ out-of-bounds
        *last = '\0';
    return line;
}
