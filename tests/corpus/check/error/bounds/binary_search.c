// The upper end of the search is behind the last element.
//@ check: contains --pointers nonnull --max-revisits 8
#include <stddef.h>

int contains(const int *sorted, size_t n, int wanted) {
    if (n == 0)
        return 0;
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return sorted[low] == wanted; //~ out-of-bounds
}
