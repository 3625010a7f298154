// The pointer was moved over the blanks before the block is freed.
//@ check: first_word
#include <stdlib.h>

char first_word(char indent) {
    char *line = malloc(4);
    if (line == NULL)
        return 0;
    line[0] = indent;
    line[1] = 'x';
    line[2] = '\0';
    while (*line == ' ')
        line++;
    char first = *line;
    free(line); //~ invalid-free
    return first;
}
