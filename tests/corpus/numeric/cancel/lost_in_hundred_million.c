// The same in single precision.
//@ solution: x=7
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x < 8.0f && (x + 1e8f) - 1e8f == 8.0f)
        coax_assert(0);
    return 0;
}
