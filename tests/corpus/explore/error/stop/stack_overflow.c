// A recursion counts down to zero, and starts below it.
#include <coax.h>

static int depth(long n) { char room[4096]; room[0] = 1; return n == 0 ? 0 : depth(n - 1) + room[0]; } //~ stack-overflow

int main(void) {
    int n = coax_int("n");
    if (n > 3)
        return 9;
    if (n < 0 && n != -1)
        return 8;
    return depth(n);
}
