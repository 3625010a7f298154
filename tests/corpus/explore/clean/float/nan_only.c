// Only a NaN differs from itself.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>
#include <math.h>

int main(void) {
    float x = coax_float("x");
    if (x != x)
        return 1;
    return 0;
}
