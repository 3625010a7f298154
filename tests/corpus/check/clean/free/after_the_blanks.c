// A copy of the pointer was moved over the blanks.
//@ check: first_word
#include <stdlib.h>

char first_word(char indent) {
    char *line = malloc(4);
    if (line == NULL)
        return 0;
    line[0] = indent;
    line[1] = 'x';
    line[2] = '\0';
    char *p = line;
    while (*p == ' ')
        p++;
    char first = *p;
    free(line);
    return first;
}
