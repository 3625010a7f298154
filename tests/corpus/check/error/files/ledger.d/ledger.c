// The rate that another file gives may be zero.
//@ check: in_foreign_money
#include "rates.h"

unsigned in_foreign_money(unsigned amount, int currency) {
    unsigned rate = rate_of(currency);
    return amount / rate; //~ division-by-zero
}
