// The settings are used before anybody loaded them.
#include <stddef.h>

struct settings {
    int timeout;
    int retries;
};

static const struct settings *current;

int remaining_time(int elapsed) {
    if (elapsed < 0 || elapsed > 1000)
        return 0;
    return current->timeout - elapsed; //~ null-dereference assuming nothing
}
