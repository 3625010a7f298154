// A value is clamped by limits that may be in the wrong order.
#include <assert.h>

int clamp(int value, int low, int high) {
    int result = value < low ? low : value > high ? high : value;
    assert(result <= high); //~ assertion
    return result;
}
