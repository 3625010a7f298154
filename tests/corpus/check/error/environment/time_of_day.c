// What the time is cannot be chosen.
//@ check: share
#include <time.h>

int share(void) {
    int left = (int)(time(0) & 7);
    return 100 / left; //~ division-by-zero assuming nothing
}
