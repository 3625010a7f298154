// The old name is not freed when a new one takes its place.
//@ check: rename_twice
#include <stdlib.h>

static char *name;

static int set_letter(char letter) {
    char *fresh = malloc(2); //~ memory-leak
    if (fresh == NULL)
        return -1;
    fresh[0] = letter;
    fresh[1] = '\0';
    name = fresh;
    return 0;
}

int rename_twice(char first, char second) {
    if (first == second)
        return set_letter(first);
    return set_letter(first) + set_letter(second);
}
