// Two of three elements are in order, the first and the last are not looked at.
//@ check: sort_three
#include <assert.h>

static void order(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int sort_three(int a, int b, int c) {
    order(&a, &b);
    order(&b, &c);
    assert(a <= b && b <= c); //~ assertion
    return b;
}
