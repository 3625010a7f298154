// Switches whose cases are found again from their inputs: none is lost and none is run twice.
//@ explore: --memory 1M
//@ paths: 104
#include <coax.h>

static int kind(int c) {
    switch (c) {
    case 'a': return 1;
    case 'b': return 2;
    case 'c': return 3;
    case 'd': return 4;
    case 10:
    case 13:
    case 32: return 5;
    case -1: return 6;
    case 1000: return 7;
    case 1001: return 8;
    case 1002: return 9;
    case 70000: return 10;
    case 80000: return 11;
    case 90000: return 12;
    default: return 0;
    }
}

// Thirteen targets, then eight.
int main(void) {
    int first = kind(coax_int("first"));
    switch (coax_uint("second") & 7) {
    case 0: return first;
    case 1: return first + 20;
    case 2: return first + 40;
    case 3: return first + 60;
    case 4: return first + 80;
    case 5: return first + 100;
    case 6: return first + 120;
    default: return first + 140;
    }
}
