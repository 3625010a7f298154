// A compiler may do anything with a shift whose amount it sees: no path goes on behind it, and the search is not complete.
//@ outcomes: 0 3
//@ policy: --after-error go-on => 0 shift-out-of-range
//@ policy: --after-error stop => 0 shift-out-of-range
#include <coax.h>

int main(void) {
    int x = coax_int("x");
    if (x > 10) {
        unsigned wide = (unsigned)x << 40; //~ shift-out-of-range
        if (wide > 0)
            return 3;
    }
    return 0;
}
