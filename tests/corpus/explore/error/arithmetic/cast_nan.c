// Both comparisons with a number that is none are false, so the clamp lets it through.
#include <coax.h>

int main(void) {
    float x = coax_float("x");
    if (x < 0)
        x = 0;
    if (x > 255)
        x = 255;
    unsigned char level = (unsigned char)x; //~ float-cast-overflow
    return level == 200;
}
