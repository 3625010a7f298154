// What a function of libm does to errno depends on its argument, too.
//@ outcomes: 1 2 3 4 5 6 7 8
//@ policy: --concretize mixed => 1 2 3 4 5 6 7 8
#include <coax.h>
#include <errno.h>
#include <math.h>

// log leaves errno alone except below zero (EDOM) and at zero (ERANGE); so does sqrtf except below zero.
int main(void) {
    double x = coax_double("x");
    float f = coax_float("f");
    errno = 0;
    double y = log(x);
    if (errno == EDOM)
        return 1;
    if (errno == ERANGE)
        return 2;
    if (y > 3.0 && y < 3.5)
        return 3;
    errno = 7;
    float g = sqrtf(f);
    if (errno == EDOM)
        return 4;
    if (errno != 7)
        return 99;
    errno = 0;
    double z = pow(x, 300.0);
    if (errno == ERANGE) {
        if (z > 1.0)
            return 5;
        return 6;
    }
    if (g > 2.0f)
        return 7;
    return 8;
}
