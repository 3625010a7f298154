// A path ends when its condition has eight conjuncts.
//@ explore: --max-constraints 8
//@ because: constraints
#include <coax.h>

int main(void) {
    int v[12], rising = 0;
    coax_symbolic(v, sizeof v, "v");
    for (int i = 1; i < 12; i++)
        if (v[i - 1] < v[i])
            rising++;
    return rising;
}
