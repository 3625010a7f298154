// The bound cuts the search, but not the error that lies before it.
//@ explore: --max-revisits 5
//@ because: revisits
#include <assert.h>
#include <coax.h>

int main(void) {
    int n = 0;
    while (coax_bool("more"))
        n++;
    assert(n != 2); //~ assertion
    return 0;
}
