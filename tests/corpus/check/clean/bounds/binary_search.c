// The upper end of the search is the last element.
//@ check: contains --pointers nonnull --max-revisits 8
//@ allow: revisits input-size object-size
#include <stddef.h>

int contains(const int *sorted, size_t n, int wanted) {
    if (n == 0)
        return 0;
    size_t low = 0;
    size_t high = n - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return sorted[low] == wanted;
}
