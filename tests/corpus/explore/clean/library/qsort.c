// qsort calls back with symbolic elements; afterwards they are in order.
//@ paths: <= 13
#include <assert.h>
#include <coax.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// Six orders, or all 13 weak ones if the sort tells ties apart.
int main(void) {
    int v[3];
    coax_symbolic(v, sizeof v, "v");
    qsort(v, 3, sizeof v[0], compare);
    int sorted = (v[0] <= v[1]) & (v[1] <= v[2]);
    assert(sorted);
    return 0;
}
