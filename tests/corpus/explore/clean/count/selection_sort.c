// Selection sort of four numbers: far exchanges, so it is not stable.
//@ paths: 33
#include <coax.h>

// More than 4! = 24: an exchange carries a number past its equals, so that some ties get a
// sequence of answers of their own. Counted over all values 0..3, which contain every weak order.
int main(void) {
    int v[4];
    coax_symbolic(v, sizeof v, "v");
    for (int i = 0; i < 3; i++) {
        int least = i;
        for (int j = i + 1; j < 4; j++)
            if (v[j] < v[least])
                least = j;
        int t = v[i];
        v[i] = v[least];
        v[least] = t;
    }
    return (v[0] > v[1]) | (v[1] > v[2]) | (v[2] > v[3]);
}
