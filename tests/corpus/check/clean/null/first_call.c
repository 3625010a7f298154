// A static local is empty when the function is called for the first time, which is asked for.
//@ check: repeats
#include <string.h>

int repeats(int code) {
    static const char *previous;
    static const char *const names[3] = {"idle", "busy", "down"};
    if (code < 0 || code > 2)
        return 0;
    int same = previous != NULL && strcmp(previous, names[code]) == 0;
    previous = names[code];
    return same;
}
