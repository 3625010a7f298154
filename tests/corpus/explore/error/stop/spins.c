// For one input the program comes back to the very same state for ever.
//@ because: steps
//@ explore: --max-steps 300000
#include <coax.h>

int main(void) {
    int x = coax_int("x");
    volatile int turn = 0;
    while (x == 7) //~ no-termination
        turn = !turn;
    return turn;
}
