// A program of two files: its tests link both.
//@ coverage: full
//@ outcomes: 0 1 2 3
#include "letters.h"
#include <coax.h>

int main(void) {
    switch (letter(coax_char("c"))) {
    case LOWER: return 1;
    case UPPER: return 2;
    case DIGIT: return 3;
    default: return 0;
    }
}
