// An empty text has no last letter.
//@ check: without_newline --pointers nonnull
#include <string.h>

char *without_newline(char *line) {
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = '\0';
    return line;
}
