// One element too many of as many as the caller says.
//@ check: sum_of --pointers nonnull --max-revisits 8
#include <stddef.h>

unsigned sum_of(const unsigned *values, size_t n) {
    unsigned sum = 0;
    for (size_t i = 0; i <= n; i++)
        sum += values[i]; //~ out-of-bounds
    return sum;
}
