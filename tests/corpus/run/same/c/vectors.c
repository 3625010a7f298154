// Vector extensions: arithmetic, comparison masks, shuffles, conversion, indexing, passing by value.
#include <stdint.h>
#include <stdio.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef uint8_t v16b __attribute__((vector_size(16)));
typedef int64_t v4l __attribute__((vector_size(32)));
typedef short v8s __attribute__((vector_size(16)));

static void print(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static v4i madd(v4i a, v4i b, v4i c) { return a * b + c; }

static int dot(const int *a, const int *b, int n) {
    v4i sum = {0};
    for (int i = 0; i < n; i += 4) {
        v4i x = {a[i], a[i + 1], a[i + 2], a[i + 3]};
        v4i y = {b[i], b[i + 1], b[i + 2], b[i + 3]};
        sum += x * y;
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

int main(void) {
    v4i a = {1, -2, 3, 1000000}, b = {5, 6, -7, 3};
    print(a + b);
    print(a - b);
    print(a * b);
    print(a / b);
    print(a % b);
    print(-a);
    print(~a);
    print((a & b) | (a ^ b));
    print(b << (v4i){1, 2, 3, 4} & 0xff);
    print(a >> 1);
    print(a < b);
    print(a == (v4i){1, 0, 3, 0});
    print(((a > 2) & a) | (~(a > 2) & b));
    print(madd(a, b, (v4i){100, 100, 100, 100}));
    print(__builtin_shufflevector(a, b, 3, 2, 4, 7));
    print(__builtin_shufflevector(a, a, 1, 1, 0, 0));
    v4f f = {1.5f, -2.25f, 0.0f, 1e10f};
    v4f g = f * 2.0f + (v4f){0.5f, 0.25f, 0.125f, 0};
    printf("%g %g %g %g\n", g[0], g[1], g[2], g[3]);
    print(f < g);
    print(__builtin_convertvector((v4f){1.9f, -1.9f, 100.5f, 0}, v4i));
    v4f back = __builtin_convertvector(a, v4f);
    printf("%g %g\n", back[1], back[3]);
    v2d d = {0.1, 0.2};
    d = d * d - d / (v2d){3, 7};
    printf("%.17g %.17g\n", d[0], d[1]);
    v16b bytes;
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(i * 37);
    bytes += bytes;
    int total = 0;
    for (int i = 0; i < 16; i++)
        total = total * 3 + bytes[i];
    printf("%d\n", total);
    v4l wide = {INT64_MAX / 2, -1, 7, 0};
    wide = wide * 2 + 1;
    printf("%ld %ld %ld\n", wide[0], wide[1], wide[2]);
    v8s s = {1, 2, 3, 4, 5, 6, 7, 8};
    s *= s;
    printf("%d %d\n", s[7], (s > 20)[4]);
    int x[16], y[16];
    for (int i = 0; i < 16; i++) {
        x[i] = i * 3 - 7;
        y[i] = 11 - i * i;
    }
    printf("%d\n", dot(x, y, 16));
    union {
        v4i v;
        unsigned u[4];
    } u = {.v = a};
    printf("%u %zu %zu\n", u.u[1], sizeof(v4l), _Alignof(v4l));
    return 0;
}
