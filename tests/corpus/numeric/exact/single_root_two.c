// No float squared is exactly 2.
//@ unsatisfiable: none of the 2^32 floats does it
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x * x == 2.0f)
        coax_assert(0);
    return 0;
}
