// What is not followed is a helper that another file has for itself.
//@ check: share --call-depth 1
#include "rates.h"

int share(int amount, unsigned zone) {
    int rate = rate_of(zone);
    return amount % 100 / rate; //~ division-by-zero assuming stub
}
