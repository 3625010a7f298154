// The function of the header looks at what it is given.
//@ check: average_row
#include "average.h"

unsigned average_row(unsigned char first, unsigned char second, unsigned char used) {
    return average(first + second, used);
}
