// A dispatch table has a hole, and one command code falls into it.
#include <coax.h>

static int open_door(int x) { return x + 1; }
static int close_door(int x) { return x - 1; }
static int ring(int x) { return 2 * x; }

static int (*const handlers[4])(int) = {open_door, close_door, 0, ring};

int main(void) {
    unsigned code = coax_uint("code");
    if (code >= 4)
        return 99;
    return handlers[code](10); //~ null-dereference
}
