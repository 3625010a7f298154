// A value is clamped by limits that are put in order first.
#include <assert.h>

int clamp(int value, int low, int high) {
    if (low > high) {
        int swap = low;
        low = high;
        high = swap;
    }
    int result = value < low ? low : value > high ? high : value;
    assert(result <= high);
    return result;
}
