// longjmp out of nested calls, from a depth that is input.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <setjmp.h>

static jmp_buf out;

static void descend(int depth, int stop) {
    if (depth == stop)
        longjmp(out, depth);
    if (depth < 3)
        descend(depth + 1, stop);
}

// Stopped at depth 1, 2 or 3, or not at all.
int main(void) {
    int stop = coax_int("n");
    int level = setjmp(out);
    if (level)
        return level;
    descend(1, stop);
    return 0;
}
