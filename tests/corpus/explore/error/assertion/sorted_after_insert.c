// Inserting into a sorted array forgets the first place.
#include <assert.h>
#include <coax.h>

int main(void) {
    int v[4];
    coax_symbolic(v, 3 * sizeof v[0], "v");
    coax_assume(v[0] <= v[1]);
    coax_assume(v[1] <= v[2]);
    int x = coax_int("x"), i = 3;
    while (i > 1 && v[i - 1] > x) {
        v[i] = v[i - 1];
        i--;
    }
    v[i] = x;
    for (int k = 1; k < 4; k++)
        assert(v[k - 1] <= v[k]); //~ assertion
    return 0;
}
