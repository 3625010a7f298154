// A task in the style of SV-COMP, with the assertion defined as usual.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

void reach_error(void) { assert(0); } //~ assertion

void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0);
    __VERIFIER_assume(x < 10);
    if (__VERIFIER_nondet_bool())
        x += 5;
    __VERIFIER_assert(x != 12);
    return 0;
}
