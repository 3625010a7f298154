// A distance of points with whole coordinates, rounded.
//@ solution: x=12 y=5
#include <coax.h>
#include <math.h>

int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    coax_assume(x > 0 && x < 10000 && y > 0 && y < 10000);
    if (x > y && (int)(sqrt((double)(x * x + y * y)) * 1000) == 13000)
        coax_assert(0);
    return 0;
}
