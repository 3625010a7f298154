// A dispatch table with a hole, and a caller who knows.
//@ outcomes: 9 11 20 98 99
#include <coax.h>

static int open_door(int x) { return x + 1; }
static int close_door(int x) { return x - 1; }
static int ring(int x) { return 2 * x; }

static int (*const handlers[4])(int) = {open_door, close_door, 0, ring};

int main(void) {
    unsigned code = coax_uint("code");
    if (code >= 4)
        return 99;
    if (!handlers[code])
        return 98;
    return handlers[code](10);
}
