// Looking for a character in a string of N characters, and at what follows it.
//@ runs: -DN=1 => 2, 4
//@ runs: -DN=2 => 5, 7
//@ runs: -DN=3 => 8, 9
//@ runs: -DN=4 => 11, 11
//@ runs: -DN=5 => 14, 13
//@ runs: -DN=6 => 17, 15
//@ runs: -DN=7 => 20, 17
//@ runs: -DN=8 => 23, 19
//@ runs: -DN=9 => 26, 21
//@ runs: -DN=10 => 29, 23
//@ runs: -DN=11 => 32, 25
//@ runs: -DN=12 => 35, 27
#include <coax.h>

// The place of the first character c in a string.
static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return -1;
        i++;
    }
    return i;
}

// The strings in question end or have an 'a' within N characters. So `locate` has 2N paths: at each of N
// characters it finds one or the other. With every call followed, N paths do not find it, N find it and no
// colon after it, and N-1 find both: after the last character comes the zero. Summed up, to the 2N paths of
// `locate` come 3 of main (2 if N is 1: no colon can follow).
int main(void) {
    char input[N + 1];
    coax_symbolic(input, sizeof input, "input");
    int ends = 0;
    for (int i = 0; i < N; i++)
        ends |= (input[i] == 0) | (input[i] == 'a');
    coax_assume(ends & (input[N] == 0));
    int z = locate(input, 'a');
    if (z == -1)
        return 2;
    if (input[z + 1] != ':')
        return 1;
    return 0;
}
