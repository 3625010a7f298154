// The smallest number has no positive twin and gets the largest one.
#include <limits.h>

int distance(int a) {
    if (a == INT_MIN)
        return INT_MAX;
    if (a < 0)
        return -a;
    return a;
}
