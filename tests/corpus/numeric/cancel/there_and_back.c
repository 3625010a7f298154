// Adding and taking away moves a number only a little.
//@ unsatisfiable: each of the two roundings is off by less than 0.001
#include <coax.h>
#include <math.h>

int main(void) {
    float x = coax_float("x");
    float y = coax_float("y");
    if (fabsf(x) <= 1000 && fabsf(y) <= 1000 && (x + y) - y > x + 1.0f)
        coax_assert(0);
    return 0;
}
