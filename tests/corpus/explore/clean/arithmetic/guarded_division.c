// Both ways in which an int division can go wrong are excluded.
//@ paths: 4
#include <coax.h>
#include <limits.h>

// b == 0; then a == INT_MIN false, or true with b == -1 false or true.
int main(void) {
    int a = coax_int("a"), b = coax_int("b");
    if (b == 0)
        return 1;
    if (a == INT_MIN && b == -1)
        return 2;
    return (a / b == 3) | (a % b == 2);
}
