// A number of at most three digits, read by atoi.
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char digits[4];
    coax_symbolic(digits, 3, "digits");
    digits[3] = 0;
    int n = atoi(digits);
    if (n < 0)
        return 1;
    if (n > 900)
        return 2;
    if (n == 19)
        return 3;
    return 0;
}
