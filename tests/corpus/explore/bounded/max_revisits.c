// A loop without an end is followed for five rounds on each path.
//@ explore: --max-revisits 5
//@ because: revisits
//@ outcomes: 0 1 2 3 4
#include <coax.h>

// The instructions of the loop are visited once per round and once more to leave it.
int main(void) {
    int n = 0;
    while (coax_bool("more"))
        n++;
    return n;
}
