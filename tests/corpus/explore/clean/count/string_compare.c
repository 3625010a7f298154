// Two strings of at most three bytes compared, by hand.
//@ paths: 7
#include <coax.h>

// At each of three places: a differs from b, or both end, or both go on: 2 ways out each; behind
// the third both end. The order of the differing bytes is a value, not a branch.
int main(void) {
    unsigned char a[4], b[4];
    coax_symbolic(a, 3, "a");
    coax_symbolic(b, 3, "b");
    a[3] = b[3] = 0;
    int i = 0;
    while (a[i] == b[i] && a[i])
        i++;
    return a[i] < b[i];
}
