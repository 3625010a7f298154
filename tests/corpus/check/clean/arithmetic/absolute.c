// The smallest number has no positive twin and gets the largest one.
#include <limits.h>
#include <stdlib.h>

int distance(int a) {
    if (a == INT_MIN)
        return INT_MAX;
    if (a < 0)
        return -a;
    return a;
}

int far(int a) {
    return a == INT_MIN ? INT_MAX : abs(a);
}
