// sqrt and floor are terms; only the case that sets errno is a path of its own.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <errno.h>
#include <math.h>

int main(void) {
    float x = coax_float("x");
    coax_assume(x >= -4);
    coax_assume(x <= 100);
    errno = 0;
    float root = sqrtf(x);
    if (errno == EDOM)
        return 1;
    if (root == 1.5f)
        return 2;
    if (floorf(x) == 5)
        return 3;
    return 0;
}
