// The text of a number, and then its first digit and its length.
//@ outcomes: 1 2 3
#include <coax.h>
#include <stdio.h>

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 100);
    char text[8];
    int length = snprintf(text, sizeof text, "%u", n);
    if (length == 3)
        return 3;
    if (text[0] == '7')
        return 2;
    return 1;
}
