// A reading is converted to int although it may be far too large.
#include <coax.h>

int main(void) {
    double x = coax_double("x");
    if (!(x > 0))
        return 1;
    int ticks = (int)x; //~ float-cast-overflow
    return ticks == 1000;
}
