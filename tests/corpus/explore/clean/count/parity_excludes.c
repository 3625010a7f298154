// Remainders by 2, 3 and 6 depend on each other.
//@ paths: 4
//@ outcomes: 0 1 2 7
#include <coax.h>

// Divisible by 2 and by 3: four combinations; the third question is answered by them.
int main(void) {
    unsigned char x;
    coax_symbolic(&x, 1, "x");
    int r = 0;
    if (x % 2 == 0)
        r |= 1;
    if (x % 3 == 0)
        r |= 2;
    if (x % 6 == 0)
        r |= 4;
    return r;
}
