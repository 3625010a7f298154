// Selection sort of four numbers: far exchanges, so it is not stable.
//@ paths: 24
#include <coax.h>

// 4!: the minimum of what is left is chosen among 4, 3 and 2, and every strict order leads to
// its own sequence of answers; a tie is answered as one of them.
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
