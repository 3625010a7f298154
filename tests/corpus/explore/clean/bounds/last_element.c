// The loop that stops at the last element.
//@ paths: 7
#include <coax.h>

enum { MAX = 5 };

// The refusal and one path per count 0..5.
int main(void) {
    unsigned char data[MAX] = {1, 2, 3, 4, 5};
    unsigned n = coax_uint("n");
    if (n > MAX)
        return 99;
    int sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += data[i];
    return sum;
}
