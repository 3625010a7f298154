// Pointing just behind an array is allowed; only using it would not be.
//@ paths: 5
#include <coax.h>

// One path per count 0..4.
int main(void) {
    int v[4] = {1, 2, 3, 4};
    unsigned n = coax_uint("n");
    coax_assume(n <= 4);
    int sum = 0;
    for (int *p = v, *end = v + n; p != end; p++)
        sum += *p;
    return sum;
}
