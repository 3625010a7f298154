// The budget of time ends a search that has no other end.
//@ explore: --time 3s
//@ because: time
#include <coax.h>

int main(void) {
    unsigned n = 0;
    while (coax_bool("more"))
        n++;
    return n & 1;
}
