// A running sum of 64-bit amounts overflows at the third one.
#include <coax.h>

int main(void) {
    long total = 0;
    for (int i = 0; i < 3; i++) {
        long amount = coax_long("a");
        coax_assume(amount >= 0);
        coax_assume(amount <= 4000000000000000000);
        total += amount; //~ signed-overflow
    }
    return total == 7;
}
