// The search stops after four tests.
//@ explore: --max-tests 4
//@ because: tests
//@ tests: 4
#include <coax.h>

int main(void) {
    unsigned byte = coax_uint("byte");
    int set = 0;
    for (int i = 0; i < 6; i++)
        if (byte >> i & 1)
            set++;
    return set;
}
