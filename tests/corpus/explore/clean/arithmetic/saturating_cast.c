// A clamp that keeps out everything that does not fit, numbers that are none included.
//@ outcomes: 0 1
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (!(x >= 0))
        x = 0;
    if (x > 255)
        x = 255;
    unsigned char level = (unsigned char)x;
    if (level == 254)
        return 1;
    return 0;
}
