// Halving reaches one from every start.
//@ paths: 4
#include <coax.h>

// Starts 1; 2 and 3; 4 to 7; 8: as many rounds as the position of the top bit.
int main(void) {
    unsigned n = coax_uint("n"), rounds = 0;
    coax_assume(n >= 1);
    coax_assume(n <= 8);
    while (n > 1) {
        n /= 2;
        rounds++;
    }
    return (int)rounds;
}
