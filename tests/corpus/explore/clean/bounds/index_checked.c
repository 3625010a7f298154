// Both bounds are checked, so one path reads all ten places at once.
//@ paths: 3
#include <coax.h>

// Negative, too large, inside: a symbolic index by itself is no branch.
int main(void) {
    int squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
    int i = coax_int("i");
    if (i < 0)
        return 101;
    if (i >= 10)
        return 100;
    return squares[i] == 49;
}
