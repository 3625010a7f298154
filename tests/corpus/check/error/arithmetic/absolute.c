// The smallest number has no positive twin.
#include <limits.h>

int distance(int a) {
    if (a < 0)
        return -a; //~ signed-overflow
    return a;
}
