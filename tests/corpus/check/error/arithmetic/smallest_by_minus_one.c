// The one quotient that does not fit.
#include <limits.h>

int per_unit(int amount, int units) {
    if (units == 0)
        return 0;
    return amount / units; //~ signed-overflow
}
