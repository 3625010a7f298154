// Recursion: deep, mutual, Ackermann, permutations, with large frames.
#include <stdio.h>

static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static unsigned ackermann(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static unsigned hash;
static void permute(char *s, int at, int n) {
    if (at == n) {
        for (int i = 0; i < n; i++)
            hash = hash * 31 + (unsigned char)s[i];
        return;
    }
    for (int i = at; i < n; i++) {
        char t = s[at]; s[at] = s[i]; s[i] = t;
        permute(s, at + 1, n);
        t = s[at]; s[at] = s[i]; s[i] = t;
    }
}

static int hanoi(int n, int from, int to, int via, int *checksum) {
    if (n == 0)
        return 0;
    int moves = hanoi(n - 1, from, via, to, checksum);
    *checksum = (*checksum * 7 + from * 3 + to) % 1000003;
    return moves + 1 + hanoi(n - 1, via, to, from, checksum);
}

static int frames(int n) {
    volatile int local[64];
    for (int i = 0; i < 64; i++)
        local[i] = n + i;
    return n == 0 ? local[63] : frames(n - 1) + local[n % 64] - n;
}

int main(void) {
    printf("%d\n", depth(20000));
    printf("%d %d\n", is_even(5000), is_odd(5000));
    printf("%u %u\n", ackermann(2, 9), ackermann(1, 100));
    printf("%ld\n", fib(20));
    char s[] = "abcdef";
    permute(s, 0, 6);
    printf("%u %s\n", hash, s);
    int checksum = 0;
    int moves = hanoi(10, 1, 3, 2, &checksum);
    printf("%d %d\n", moves, checksum);
    printf("%d\n", frames(1000));
    return 0;
}
