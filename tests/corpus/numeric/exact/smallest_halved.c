// Twice a number is not the smallest number.
//@ unsatisfiable: doubling is exact and gives even multiples of the smallest number
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x * 2.0f == 0x1p-149f)
        coax_assert(0);
    return 0;
}
