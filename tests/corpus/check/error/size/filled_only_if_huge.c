// A size with its top bit set is a size like any other: no negative number was converted.
//@ check: clear
#include <string.h>

int clear(size_t amount) {
    char room[8] = {1};
    if (amount > (size_t)1 << 63)
        memset(room, 0, amount); //~ out-of-bounds
    return room[0];
}
