// The absolute value of the smallest int.
//@ paths: 3
#include <coax.h>

// Not negative, negative, and the one that cannot be negated.
int main(void) {
    int x = coax_int("x");
    if (x < 0)
        x = -x; //~ signed-overflow
    return x == 3;
}
