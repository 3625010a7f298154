// Settings that nobody loaded have their default.
#include <stddef.h>

struct settings {
    int timeout;
    int retries;
};

static const struct settings *current;

int remaining_time(int elapsed) {
    if (elapsed < 0 || elapsed > 1000)
        return 0;
    if (current == NULL)
        return 1000 - elapsed;
    return current->timeout - elapsed;
}
