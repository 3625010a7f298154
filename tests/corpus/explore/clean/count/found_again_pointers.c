// Pointers into several objects, found again from their inputs: each object is one path.
//@ explore: --memory 1M
//@ paths: 20
//@ outcomes: 1 2 3 4 5 11 12 13 14 15 21 22 23 24 25 31 32 33 34 35
#include <coax.h>

static int one = 1, two = 2, three = 3;

static int none(int n) { return n; }
static int ten(int n) { return n + 10; }
static int twenty(int n) { return n + 20; }
static int thirty(int n) { return n + 30; }

// A call through a table is a path for each function; what is read is a path for each value.
int main(void) {
    int four = 4, five = 5;
    int *const cells[5] = {&one, &two, &three, &four, &five};
    int (*const functions[4])(int) = {none, ten, twenty, thirty};
    unsigned cell = coax_uint("cell"), function = coax_uint("function");
    coax_assume(cell < 5);
    coax_assume(function < 4);
    int value = *cells[cell];
    switch (value) {
    case 1: value = 1; break;
    case 2: value = 2; break;
    case 3: value = 3; break;
    case 4: value = 4; break;
    default: value = 5; break;
    }
    return functions[function](value);
}
