// Three symbolic keys go into an open-addressed table of eight.
//@ paths: 12
//@ outcomes: 1 2 3
//@ orders: dfs
#include <assert.h>
#include <coax.h>

enum { SIZE = 8 };

static unsigned keys[SIZE];
static unsigned char used[SIZE];

static int insert(unsigned key) {
    unsigned at = (key * 5) % SIZE;
    while (used[at]) {
        if (keys[at] == key)
            return 0;
        at = (at + 1) % SIZE;
    }
    used[at] = 1;
    keys[at] = key;
    return 1;
}

// Where a key goes is a value; what is asked is only: taken? by the same key? The second key has
// 3 ways. Counted over all keys below 24: every home and every way to collide is among them.
int main(void) {
    int added = 0;
    for (int i = 0; i < 3; i++) {
        unsigned key = coax_uint("key");
        coax_assume(key < 100);
        added += insert(key);
    }
    int count = 0;
    for (int i = 0; i < SIZE; i++)
        count += used[i];
    assert(count == added);
    return added;
}
