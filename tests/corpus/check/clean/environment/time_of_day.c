// Whatever the time is, nothing is divided by zero.
//@ check: share
#include <time.h>

int share(void) {
    int left = (int)(time(0) & 7);
    return left ? 100 / left : 0;
}
