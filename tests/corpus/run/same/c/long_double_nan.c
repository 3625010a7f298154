// A NaN that arithmetic makes is negative on x86, in long double too.
#include <stdio.h>

int main(void) {
    volatile long double zero = 0, inf = 1 / zero;
    volatile double d = 0;
    long double nan = zero / zero;
    printf("%Lf %Lf %Lf\n", nan, inf - inf, inf * zero);
    printf("%Lf %f\n", (long double)(d / d), (double)(zero / zero));
    printf("%Lf %Lf\n", nan + 1, -nan);
    return 0;
}
