// A function of two paths, called twice: its paths are explored once.
//@ runs: => 4, 5
//@ outcomes: 0 1
#include <coax.h>

static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

// Every call followed: 2 * 2 paths. Summed up: 2 paths of the function, and 3 of main, which does not look at
// b if a is 0.
int main(void) {
    int a = is_positive(coax_int("y"));
    int b = is_positive(coax_int("z"));
    if (a && b)
        return 1;
    return 0;
}
