// A KLEE harness whose property holds.
//@ paths: 2
#include <klee/klee.h>

// The assertion holds on both sides of the branch.
int main(void) {
    unsigned a;
    klee_make_symbolic(&a, sizeof a, "a");
    klee_assume(a < 10);
    unsigned rest = a % 3;
    if (a > 5)
        rest += 3;
    klee_assert(rest < 6);
    return 0;
}
