// A loop runs once too often when the count is at its maximum.
//@ paths: 7
#include <coax.h>

enum { MAX = 5 };

// Counts 0..5 pass the check; with 5 the sixth access is the error: 6 paths and the refusal.
int main(void) {
    unsigned char data[MAX] = {1, 2, 3, 4, 5};
    unsigned n = coax_uint("n");
    if (n > MAX)
        return 0;
    int sum = 0;
    for (unsigned i = 0; i <= n; i++)
        sum += data[i]; //~ out-of-bounds
    return sum;
}
