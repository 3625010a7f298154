// Ranking three numbers with ties told apart.
//@ paths: 13
#include <coax.h>

static int compare(int a, int b) {
    if (a < b)
        return 0;
    if (a == b)
        return 1;
    return 2;
}

// There are 13 weak orders of three things, and the answers about the three pairs tell which.
int main(void) {
    int a = coax_int("a"), b = coax_int("b"), c = coax_int("c");
    return compare(a, b) + 3 * compare(b, c) + 9 * compare(a, c);
}
