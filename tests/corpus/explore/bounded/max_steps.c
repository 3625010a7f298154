// The search stops after a number of instructions; the paths are endless in number.
//@ explore: --max-steps 3000
//@ because: steps
#include <coax.h>

int main(void) {
    unsigned n = 0;
    while (coax_bool("more"))
        n++;
    return n > 100;
}
