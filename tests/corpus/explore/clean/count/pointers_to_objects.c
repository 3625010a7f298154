// A symbolic pointer into several objects: reads and writes reach each of them.
//@ outcomes: 1 2 3 4 101 102 103 104
#include <coax.h>

static int a = 10, b = 20;

int main(void) {
    int c = 30, d = 40;
    int *const cells[4] = {&a, &b, &c, &d};
    unsigned which = coax_uint("which");
    coax_assume(which < 4);
    int *p = cells[which];
    if (coax_uint("set") != 1) {
        switch (*p) {
        case 10: return 1;
        case 20: return 2;
        case 30: return 3;
        case 40: return 4;
        }
        return 99;
    }
    *p = 100;
    if (a == 100)
        return 101;
    if (b == 100)
        return 102;
    if (c == 100)
        return 103;
    if (d == 100)
        return 104;
    return 105;
}
