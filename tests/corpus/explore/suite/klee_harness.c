// The tests of a KLEE harness hand out its objects by name.
//@ coverage: full
//@ outcomes: 0 1 2
#include <klee/klee.h>

int main(void) {
    int a;
    char s[2];
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(s, sizeof s, "s");
    if (a < 0)
        return 1;
    if (s[0] == 'a' && s[1] == 'b')
        return 2;
    return 0;
}
