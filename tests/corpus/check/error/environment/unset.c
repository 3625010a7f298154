// A variable of the environment need not be set.
//@ check: first
#include <stdlib.h>

int first(void) {
    const char *home = getenv("HOME");
    return home[0]; //~ null-dereference assuming nothing
}
