// No float times 1.5 is exactly 0.2f.
//@ unsatisfiable: none of the 2^32 floats does it
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x * 1.5f == 0.2f)
        coax_assert(0);
    return 0;
}
