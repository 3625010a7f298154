// Insertion sort of four numbers.
//@ paths: 24
#include <assert.h>
#include <coax.h>

// 4!: each path is one order in which the (stable) result takes the inputs; equal numbers go
// with one of the strict orders and add nothing.
int main(void) {
    int v[4];
    coax_symbolic(v, sizeof v, "v");
    for (int i = 1; i < 4; i++) {
        int x = v[i], j = i;
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
    int sorted = (v[0] <= v[1]) & (v[1] <= v[2]) & (v[2] <= v[3]);
    assert(sorted);
    return 0;
}
