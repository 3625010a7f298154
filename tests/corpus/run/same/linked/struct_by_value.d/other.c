// The callees.
#include "types.h"
#include <stdarg.h>

struct Mixed mix(struct Small s, float f, struct Large l) {
    struct Mixed m = {s.a + s.b, f * (double)l.v[4], (float)l.v[2]};
    return m;
}
struct Large scale(struct Mixed m, int k) {
    struct Large l = {{m.i, (long)m.d, (long)m.f, k, (long)k * m.i}};
    return l;
}
long total(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long s = 0;
    while (n--)
        s = s * 10 + va_arg(ap, long);
    va_end(ap);
    return s;
}
long double wide(long double a, int b) { return a / b; }
