// The same with the comparison the right way round.
//@ check: clear
#include <string.h>

int clear(size_t amount) {
    char room[8] = {1};
    if (amount <= sizeof room)
        memset(room, 0, amount);
    return room[0];
}
