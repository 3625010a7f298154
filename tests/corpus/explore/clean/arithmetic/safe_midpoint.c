// The midpoint that does not overflow lies between its ends.
//@ paths: 1
#include <assert.h>
#include <coax.h>

int main(void) {
    int low = coax_int("low"), high = coax_int("high");
    coax_assume(low >= 0);
    coax_assume(high >= low);
    int middle = low + (high - low) / 2;
    int inside = (low <= middle) & (middle <= high);
    assert(inside);
    return 0;
}
