// One faulty line reached from two callers is one error.
#include <coax.h>

static int inverse(int x) {
    return 1000 / x; //~ division-by-zero
}

static int left(int x) { return inverse(x - 3); }
static int right(int x) { return inverse(x + 3); }

int main(void) {
    int x = coax_int("x");
    coax_assume(x >= -1000);
    coax_assume(x <= 1000);
    if (x % 2)
        return left(x) > 0;
    return right(x * 3) > 0 && left(x) > 1;
}
