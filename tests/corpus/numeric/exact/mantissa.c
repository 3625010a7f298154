// A float with a given mantissa.
//@ solution: x=0.666666687
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x * 16777216.0f == 11184811.0f)
        coax_assert(0);
    return 0;
}
