// Three pieces of the line, and what is on none of them.
//@ paths: 4
//@ outcomes: 1 2 3 4
#include <coax.h>

// Negative, below one, from one on; NaN answers no to all three.
int main(void) {
    double x = coax_double("x");
    if (x < 0)
        return 1;
    if (x < 1)
        return 2;
    if (x >= 1)
        return 3;
    return 4;
}
