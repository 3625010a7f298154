// Three sides of a triangle and its area.
//@ solution: a=3 b=4 c=5
#include <coax.h>
#include <math.h>

int main(void) {
    double a = coax_double("a");
    double b = coax_double("b");
    double c = coax_double("c");
    double s = (a + b + c) / 2;
    if (a > 0 && a < b && b < c && c < a + b && sqrt(s * (s - a) * (s - b) * (s - c)) == 6)
        coax_assert(0);
    return 0;
}
