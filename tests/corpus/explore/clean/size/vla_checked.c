// A variable-length array of one to four elements.
//@ paths: 6
//@ outcomes: 0 1 3 6 99
#include <coax.h>

// Too small, too large, and one path per length.
int main(void) {
    int n = coax_int("n");
    if (n < 1)
        return 99;
    if (n > 4)
        return 99;
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}
