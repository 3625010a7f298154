// Tests that reach every branch of the classification of triangles.
//@ coverage: full
//@ outcomes: 0 1 2 3
#include <coax.h>

static int classify(unsigned a, unsigned b, unsigned c) {
    if (a + b <= c || a + c <= b || b + c <= a)
        return 0;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || a == c)
        return 2;
    return 1;
}

int main(void) {
    unsigned side[3];
    for (int i = 0; i < 3; i++) {
        side[i] = coax_uint("side");
        coax_assume(side[i] < 100);
    }
    return classify(side[0], side[1], side[2]);
}
