// A cube decides the sign: only the first of two aborts can be reached.
//@ outcomes: 0
//@ policy: --concretize mixed => 0 abort
//@ policy: --concretize mixed --heuristics random=8 => 0 abort
//@ policy: --concretize dart => 0 abort
#include <coax.h>
#include <stdlib.h>

// Cubes of numbers up to a thousand fit an int.
int main(void) {
    int x = coax_int("x");
    int y = coax_int("y");
    coax_assume(x >= -1000 && x <= 1000);
    if (x * x * x > 0) {
        if (x > 0 && y == 10)
            abort(); //~ abort
    } else {
        if (x > 0 && y == 20)
            abort();
    }
    return 0;
}
