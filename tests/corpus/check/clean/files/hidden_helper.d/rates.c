// Rates are looked up in a table.
#include "rates.h"

static int looked_up(unsigned zone) {
    static const int rates[] = {7, 9, 12};
    return rates[zone % 3];
}

int rate_of(unsigned zone) {
    return looked_up(zone);
}
