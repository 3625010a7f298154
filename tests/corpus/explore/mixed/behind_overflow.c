// What only a sum that wraps around leads to is found behind the overflow, if paths go on there.
//@ outcomes: 0 1
//@ policy: --after-error go-on => 0 1 signed-overflow assertion
//@ policy: --after-error stop => 0 1 signed-overflow
#include <coax.h>

int main(void) {
    int x = coax_int("x");
    coax_assume(x > 0);
    int next = x + 1; //~ signed-overflow
    if (next < 0)
        coax_assert(x < 2000000000); //~ assertion
    if (next == 5)
        return 1;
    return 0;
}
