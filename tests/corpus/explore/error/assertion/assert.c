// The middle of three is wrong in one of the six orders.
//@ paths: 6
#include <assert.h>
#include <coax.h>

static int middle(int a, int b, int c) {
    if (a < b) {
        if (b < c)
            return b;
        return a < c ? c : a;
    }
    if (a < c)
        return c; // wrong: this is a
    return b < c ? c : b;
}

// Six ways through `middle`. Five of them are always right. For b <= a < c both others are below
// the result, whatever the values: that way always fails, so the assertions add no path.
int main(void) {
    int a = coax_int("a"), b = coax_int("b"), c = coax_int("c");
    int m = middle(a, b, c);
    int below = (a < m) + (b < m) + (c < m);
    int above = (a > m) + (b > m) + (c > m);
    assert(below < 2); //~ assertion
    assert(above < 2);
    return 0;
}
