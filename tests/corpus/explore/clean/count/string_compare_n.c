// The first two bytes of two strings compared.
//@ paths: 5
#include <coax.h>

static int compare(const unsigned char *a, const unsigned char *b, int n) {
    for (int i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i];
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

// Two ways out at each of two places, and the end.
int main(void) {
    unsigned char a[3], b[3];
    coax_symbolic(a, sizeof a, "a");
    coax_symbolic(b, sizeof b, "b");
    return compare(a, b, 2);
}
