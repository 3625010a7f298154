// Nested tests of one number: most combinations cannot be.
//@ paths: 5
#include <coax.h>

// The thresholds -10, 0, 10, 20 cut the line into five pieces; 16 combinations shrink to them.
int main(void) {
    int x = coax_int("x"), where = 0;
    if (x > -10)
        where += 1;
    if (x > 0)
        where += 2;
    if (x > 10)
        where += 4;
    if (x > 20)
        where += 8;
    return where;
}
