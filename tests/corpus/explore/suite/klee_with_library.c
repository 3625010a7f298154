// KLEE's header is found also where functions of libraries may be called natively.
//@ cflags: -lm
//@ coverage: full
//@ outcomes: 0 1
#include <klee/klee.h>

int main(void) {
    int x = klee_range(0, 100, "x");
    if (x == 42)
        return 1;
    return 0;
}
