// The midpoint of two indices overflows before it is halved.
//@ paths: 3
#include <coax.h>
#include <limits.h>

static int middle(int low, int high) {
    return (low + high) / 2; //~ signed-overflow
}

int main(void) {
    int low = coax_int("a"), high = INT_MAX - 1;
    coax_assume(low >= 0);
    return middle(low, high) < low;
}
