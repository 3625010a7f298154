// Two independent errors in one program are both found.
#include <coax.h>

int main(void) {
    static const int table[4] = {1, 2, 3, 4};
    int a = coax_int("a"), b = coax_int("b");
    int r = 0;
    if (a >= 0 && a <= 4)
        r += table[a]; //~ out-of-bounds
    if (b > 0 && b < 100)
        r += 100 / (b - 7); //~ division-by-zero
    return r == 3;
}
