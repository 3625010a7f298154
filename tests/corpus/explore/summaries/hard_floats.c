// Floating-point arithmetic that takes the solver long is followed; what has none is summed up all the same.
//@ runs: -DPLAIN => 10, 9
#include <coax.h>
static int slope(double x, double y) {
    double a = x * x * x - 2.5 * x * y + y * y / (1.0 + x * x);
    double b = a * a - x / (y * y + 0.5);
    if (b > a * 1.5 + x * y)
        return 1;
    if (a * b < x - y * 0.25)
        return 2;
    return 3;
}
static int sign(int n) {
    if (n < 0)
        return -1;
    return n > 0;
}
int main(void) {
    double x = coax_double("x"), y = coax_double("y");
    int n = coax_int("n");
    if (!(x > -100.0 && x < 100.0 && y > -100.0 && y < 100.0))
        return 1;
    slope(x, y);
    sign(n);
    return 0;
}
