// An error behind more rounds than are followed is not claimed, and neither is its absence.
//@ explore: --max-revisits 5
//@ because: revisits
#include <assert.h>
#include <coax.h>

int main(void) {
    int n = 0;
    while (coax_bool("more"))
        n++;
    assert(n < 20);
    return 0;
}
