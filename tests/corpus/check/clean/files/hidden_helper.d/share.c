// What is not followed is a helper that another file has for itself.
//@ check: share --call-depth 1
//@ allow: call-depth
#include "rates.h"

int share(int amount, unsigned zone) {
    int rate = rate_of(zone);
    if (rate == 0)
        return 0;
    return amount % 100 / rate;
}
