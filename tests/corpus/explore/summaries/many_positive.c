// A function called N times: the paths of the program double with every call, those of the function do not.
//@ runs: -DN=2 => 4, 4
//@ runs: -DN=4 => 16, 4
//@ runs: -DN=8 => 256, 4
#include <coax.h>

static int is_positive(int x) {
    if (x > 0)
        return 1;
    return 0;
}

// Summed up: 2 paths of the function, and 2 of main.
int main(void) {
    int count = 0;
    for (int i = 0; i < N; i++)
        count += is_positive(coax_int("x"));
    if (count == N)
        return 1;
    return 0;
}
