// One operation of the table was never written.
//@ check: evaluate
#include <stddef.h>

enum { ADD, SUBTRACT, POWER, AND, OPERATIONS };

static unsigned add(unsigned a, unsigned b) { return a + b; }
static unsigned subtract(unsigned a, unsigned b) { return a - b; }
static unsigned both(unsigned a, unsigned b) { return a & b; }

static unsigned (*const operations[OPERATIONS])(unsigned, unsigned) = {add, subtract, NULL, both};

unsigned evaluate(unsigned operation, unsigned a, unsigned b) {
    if (operation >= OPERATIONS)
        return 0;
    return operations[operation](a, b); //~ null-dereference
}
