// A loop that only ends if the input is even.
//@ explore: --max-steps 300000
//@ because: steps
#include <coax.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n < 6);
    unsigned steps = 0;
    while (n != 0) { //~ no-termination
        n -= 2;
        steps++;
    }
    return (int)steps;
}
