// A harness written for KLEE runs unchanged.
//@ outcomes: 0 1
#include <klee/klee.h>

int main(void) {
    unsigned a;
    char key[2];
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(key, sizeof key, "key");
    klee_assume(a < 10);
    if (key[0] != 'k')
        return 0;
    if (key[1] != 'q')
        return 1;
    klee_assert(a != 7); //~ assertion
    return 1;
}
