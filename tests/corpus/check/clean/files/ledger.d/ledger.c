// The rate that another file gives may be zero, which is looked at.
//@ check: in_foreign_money
#include "rates.h"

unsigned in_foreign_money(unsigned amount, int currency) {
    unsigned rate = rate_of(currency);
    if (rate == 0)
        return 0;
    return amount / rate;
}
