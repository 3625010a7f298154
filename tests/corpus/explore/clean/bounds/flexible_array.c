// An allocation of exactly the size that a trailing array needs.
//@ outcomes: 0 1 3 6 10
#include <coax.h>
#include <stdlib.h>

struct Batch {
    unsigned count;
    int items[];
};

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 4);
    struct Batch *b = malloc(sizeof *b + n * sizeof b->items[0]);
    if (!b)
        return 99;
    b->count = n;
    for (unsigned i = 0; i < b->count; i++)
        b->items[i] = (int)i + 1;
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += b->items[i];
    free(b);
    return sum;
}
