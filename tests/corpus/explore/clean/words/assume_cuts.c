// What is assumed away is neither a path nor a test.
//@ paths: 2
//@ outcomes: 1 2
#include <coax.h>

// Of the four pieces below 5, 10 and 15 only those from 5 to 14 are left.
int main(void) {
    int x = coax_int("x");
    if (x < 5) {
        coax_assume(0);
        return 3;
    }
    if (x < 10)
        return 1;
    coax_assume(x < 15);
    return 2;
}
