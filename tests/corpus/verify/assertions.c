// Assertions, and what the code after them may rely on.
#include <assert.h>
#include <coax.h>

int holds(unsigned char c) {
    int n = c + 1;
    assert(n > 0); //~ verified: assertion
    return 10 / n; //~ verified: division-by-zero
}

int may_fail(int n) {
    assert(n > 0); //~ open: assertion
    return 10 / n; //~ verified: division-by-zero
}

int assumed(int n) {
    coax_assume(n > 3);
    coax_assert(n != 0); //~ verified: assertion
    return 10 / n; //~ verified: division-by-zero
}
