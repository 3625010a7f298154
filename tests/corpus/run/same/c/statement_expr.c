// GNU statement expressions, typeof, conditional with omitted operand, comma and sequencing.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define SWAP(a, b) do { __typeof__(a) t_ = a; a = b; b = t_; } while (0)

static int calls;
static int next(void) { return ++calls; }

struct S { int a; char b[4]; };

int main(void) {
    int i = 3, j = 9;
    printf("%d %d\n", MAX(i++, j++), i + j);
    printf("%g %d\n", MAX(2.5, 1), MAX(next(), next()));
    printf("%d\n", calls);
    SWAP(i, j);
    printf("%d %d\n", i, j);
    int factorial = ({
        int r = 1;
        for (int k = 2; k < 10; k++)
            r *= k;
        r;
    });
    printf("%d\n", factorial);
    struct S s = ({ struct S t = {7, "abc"}; t.b[0]++; t; });
    printf("%d %s\n", s.a, s.b);
    printf("%d %d\n", 0 ?: 5, next() ?: -1);
    int x = (i = 4, j = i * 2, i + j);
    printf("%d\n", x);
    int early = 0;
    for (int k = 0; k < 10; k++)
        early += ({ if (k == 5) break; k; });
    printf("%d\n", early);
    int a[5] = {0}, n = 0;
    a[n++] = 1;
    printf("%d %d\n", n, a[0] + a[1]);
    printf("%d\n", (next(), next()) && (next() || next()) && calls);
    printf("%d\n", calls);
    __auto_type f = 1.5f;
    printf("%zu %g\n", sizeof f, f * 2);
    return 0;
}
