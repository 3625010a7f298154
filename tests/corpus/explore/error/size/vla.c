// A variable-length array of as many elements as the caller says, also none.
#include <coax.h>

static int sum(int n) {
    int v[n]; //~ negative-size
    for (int i = 0; i < n; i++)
        v[i] = i;
    return n > 1 ? v[1] : 0;
}

int main(void) {
    int n = coax_int("n");
    coax_assume(n >= -1);
    coax_assume(n <= 4);
    return sum(n);
}
