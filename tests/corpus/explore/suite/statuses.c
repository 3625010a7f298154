// The exit status of every path is part of its test.
//@ coverage: full
//@ tests: 5
//@ outcomes: 0 7 42 200 255
#include <coax.h>
#include <stdlib.h>

int main(void) {
    int x = coax_int("x");
    if (x == 1)
        exit(7);
    if (x == 2)
        return 42;
    if (x == 3)
        _Exit(200);
    if (x == 4)
        return -1;
    return 0;
}
