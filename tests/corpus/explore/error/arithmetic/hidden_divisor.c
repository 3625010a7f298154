// The divisor is zero for one input, found only by solving an equation.
//@ paths: 3
#include <coax.h>

int main(void) {
    unsigned x = coax_uint("x");
    if (x > 100000)
        return 1;
    return (int)(1000000 / ((3 * x + 7) ^ 3709)) > 9; //~ division-by-zero
}
