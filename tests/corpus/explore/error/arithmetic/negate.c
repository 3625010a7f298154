// The absolute value of the smallest int.
//@ paths: 4
#include <coax.h>

// Not negative, negative, the one that cannot be negated, and what follows that.
int main(void) {
    int x = coax_int("x");
    if (x < 0)
        x = -x; //~ signed-overflow
    return x == 3;
}
