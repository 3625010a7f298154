// A switch of seven cases and a default.
//@ paths: 8
//@ queries: <= 7
#include <coax.h>

// Seven other targets than the one at hand: at most one question each.
int main(void) {
    switch (coax_int("c")) {
    case 1: return 10;
    case 2: return 12;
    case 3: return 9;
    case 5: return 55;
    case 100: return 1;
    case -7: return 7;
    case 1000000: return 6;
    default: return 0;
    }
}
