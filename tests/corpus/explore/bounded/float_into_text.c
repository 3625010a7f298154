// The digits of a float are fixed when they are printed into text, and the search says so.
//@ because: concretized
//@ outcomes: 1 3
#include <coax.h>
#include <stdio.h>

// Text that begins with 7 is never found: the number is fixed to one at the call.
int main(void) {
    double x = coax_double("x");
    if (x < 2.0 || x > 2.5)
        return 1;
    char text[400];
    snprintf(text, sizeof text, "%.2f", x * 3);
    if (text[0] == '7')
        return 2;
    return 3;
}
