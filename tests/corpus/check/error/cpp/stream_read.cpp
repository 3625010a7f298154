// A digit that is read from a stream chooses among three.
//@ check: choice
#include <istream>

static const int table[3] = {2, 3, 5};

int choice(std::istream &in) {
    char digit = 0;
    if (!in.get(digit) || digit < '0' || digit > '9')
        return 0;
    return table[digit - '0']; //~ out-of-bounds
}
