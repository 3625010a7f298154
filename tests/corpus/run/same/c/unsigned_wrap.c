// Unsigned arithmetic wraps modulo two to the width, at every width.
#include <stdint.h>
#include <stdio.h>

#define WRAP(T, FMT)                                                                                                   \
    do {                                                                                                               \
        T max = (T)-1, a = max, b = 2;                                                                                 \
        T sum = (T)(a + b), dif = (T)(b - a), mul = (T)(a * b), neg = (T)-b, inc = a, dec = 0;                         \
        inc++;                                                                                                         \
        dec--;                                                                                                         \
        printf(#T " " FMT " " FMT " " FMT " " FMT " " FMT " " FMT "\n", sum, dif, mul, neg, inc, dec);                 \
    } while (0)

static uint32_t lcg32(uint32_t x) { return x * 1664525u + 1013904223u; }
static uint64_t lcg64(uint64_t x) { return x * 6364136223846793005u + 1442695040888963407u; }

int main(void) {
    WRAP(uint8_t, "%u");
    WRAP(uint32_t, "%u");
    WRAP(uint64_t, "%lu");
    uint32_t a = 1;
    uint64_t b = 1;
    for (int i = 0; i < 1000; i++) {
        a = lcg32(a);
        b = lcg64(b);
        if (i % 100 == 0)
            printf("%u %lu\n", a, b);
    }
    uint32_t fact = 1;
    for (uint32_t i = 1; i <= 40; i++) {
        fact *= i;
        if (i > 10 && i % 5 == 0)
            printf("%u! = %u\n", i, fact);
    }
    uint64_t fib[2] = {0, 1};
    for (int i = 0; i < 200; i++) {
        uint64_t next = fib[0] + fib[1];
        fib[0] = fib[1];
        fib[1] = next;
    }
    printf("%lu\n", fib[1]);
    size_t n = 0;
    printf("%d\n", n - 1 > n);
    return 0;
}
