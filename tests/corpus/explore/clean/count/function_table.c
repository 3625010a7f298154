// A symbolic index into a table of functions: one path per function.
//@ paths: 5
//@ outcomes: 2 5 8 15 99
#include <coax.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int first(int a, int b) { return b - b + a; }

static int (*const operations[4])(int, int) = {add, sub, mul, first};

// Refused, and the four functions.
int main(void) {
    unsigned op = coax_uint("op");
    if (op >= 4)
        return 99;
    return operations[op](5, 3);
}
