// A triangle with an angle beyond a right one.
//@ solution: a=3 b=5 angle=2.0943951023931953
#include <coax.h>
#include <math.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    double angle = coax_double("angle");
    if (a > 1 && b > 1 && angle > 2 && angle < 3 &&
        fabs(a * a + b * b - 2 * a * b * cos(angle) - 49) < 1e-4)
        coax_assert(0);
    return 0;
}
