// The one quotient of two ints that does not fit.
//@ paths: 3
#include <coax.h>

// b == 0 leaves early; INT_MIN / -1 is the error; everything else is one path.
int main(void) {
    int a = coax_int("a"), b = coax_int("b");
    if (b == 0)
        return 1;
    return a / b == 3; //~ signed-overflow
}
