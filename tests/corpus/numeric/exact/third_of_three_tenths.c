// A float that is exactly 0.3 when taken three times.
//@ solution: x=0.1
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x * 3.0f == 0.3f)
        coax_assert(0);
    return 0;
}
