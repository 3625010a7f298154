// The smallest and the largest a number may be.
#include "clamp.h"

int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}
