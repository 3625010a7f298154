// The one quotient that does not fit is cut.
#include <limits.h>

int per_unit(int amount, int units) {
    if (units == 0)
        return 0;
    if (units == -1)
        return amount == INT_MIN ? INT_MAX : -amount;
    return amount / units;
}
