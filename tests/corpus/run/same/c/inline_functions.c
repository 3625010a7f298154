// static inline, always_inline, noinline, extern inline, pure and const functions, nested calls as arguments.
#include <stdio.h>

static inline int square(int x) { return x * x; }
__attribute__((always_inline)) static inline int cube(int x) { return square(x) * x; }
__attribute__((noinline)) static int offset(int x) { return x + 1; }
__attribute__((const)) static int pure_math(int a, int b) { return a * 7 + b; }
extern inline int exported(int x);
inline int exported(int x) { return x ^ 0x55; }
static int trace_count;
static int trace(int x) {
    trace_count = trace_count * 10 + x;
    return x;
}
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int many(int a, char b, short c, long d, float e, double f, const char *g, unsigned char h, long long i, int j) {
    return a + b + c + (int)d + (int)e + (int)f + g[0] + h + (int)i + j;
}

int main(void) {
    printf("%d %d %d\n", cube(5), offset(square(offset(2))), exported(3));
    printf("%d\n", three(square(1), cube(1) + 1, pure_math(0, 3)));
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += pure_math(i, square(i)) - offset(i);
    printf("%d\n", sum);
    int short_circuit = trace(1) && trace(0) && trace(2) || trace(3);
    printf("%d %d\n", short_circuit, trace_count);
    printf("%d\n", many(1, 2, 3, 4, 5.5f, 6.9, "A", 255, 8, 9));
    int (*f)(int) = square;
    printf("%d\n", f(f(f(2))));
    return 0;
}
