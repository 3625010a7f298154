// The smallest number has no positive twin.
#include <limits.h>
#include <stdlib.h>

int distance(int a) {
    if (a < 0)
        return -a; //~ signed-overflow in distance
    return a;
}

int far(int a) {
    return abs(a); //~ signed-overflow in far
}
