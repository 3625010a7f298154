// A variable of the environment is the same when it is asked for again.
//@ check: first
#include <stdlib.h>

int first(void) {
    return getenv("HOME") ? getenv("HOME")[0] : 0;
}
