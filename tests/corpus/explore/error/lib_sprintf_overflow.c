// A number of four digits needs five bytes.
#include <coax.h>
#include <stdio.h>

int main(void) {
    char text[4];
    unsigned n = coax_uint("n");
    coax_assume(n < 1200);
    sprintf(text, "%u", n); //~ out-of-bounds
    return text[0] == '7';
}
