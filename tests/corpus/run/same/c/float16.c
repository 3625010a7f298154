// _Float16: storage, arithmetic through float, rounding, conversions, special values.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint16_t bits(_Float16 h) {
    uint16_t u;
    memcpy(&u, &h, 2);
    return u;
}

static _Float16 average(_Float16 a, _Float16 b) { return (a + b) / (_Float16)2; }

int main(void) {
    float inputs[] = {0.0f, -0.0f, 1.0f, 0.1f, 65504.0f, 6.1e-5f, 5.96e-8f, 1e-9f, 2049.0f, 2050.5f, -3.75f, 0.33325195f};
    enum { N = sizeof inputs / sizeof *inputs };
    _Float16 h[N];
    for (int i = 0; i < N; i++) {
        h[i] = (_Float16)inputs[i];
        printf("%04x %.9g\n", bits(h[i]), (double)h[i]);
    }
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j += 3) {
            _Float16 s = h[i] + h[j], p = h[i] * h[j];
            printf("%04x %04x %04x %d\n", bits(s), bits(p), bits(average(h[i], h[j])), h[i] < h[j]);
        }
    _Float16 acc = 0;
    for (int i = 0; i < 3000; i++)
        acc += (_Float16)1;
    printf("%g\n", (double)acc);
    _Float16 from_int = (_Float16)1234;
    printf("%d %04x %04x\n", (int)h[7], bits(from_int), bits((_Float16)0.1));
    _Float16 big = (_Float16)60000;
    big = big + big;
    printf("%04x %zu\n", bits(big), sizeof big);
    return 0;
}
