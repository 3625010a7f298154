// The promise to the compiler is kept: the cases are all there are.
//@ paths: 3
//@ outcomes: 0 1 2
#include <coax.h>

int main(void) {
    switch (coax_uint("x") % 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    }
    __builtin_unreachable();
}
