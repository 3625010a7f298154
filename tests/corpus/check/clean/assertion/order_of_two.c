// Three elements are in order.
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
    order(&a, &b);
    assert(a <= b && b <= c);
    return b;
}
