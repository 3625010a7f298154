// Big-integer arithmetic: factorial, power, division, decimal conversion, Fibonacci.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 40 };
struct Big { uint32_t limb[LIMBS]; int used; };

static void from(struct Big *b, uint32_t v) {
    memset(b, 0, sizeof *b);
    b->limb[0] = v;
    b->used = v != 0;
}
static void multiply_small(struct Big *b, uint32_t k) {
    uint64_t carry = 0;
    for (int i = 0; i < b->used; i++) {
        carry += (uint64_t)b->limb[i] * k;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        b->limb[b->used++] = (uint32_t)carry;
}
static void add(struct Big *a, const struct Big *b) {
    uint64_t carry = 0;
    int n = a->used > b->used ? a->used : b->used;
    for (int i = 0; i < n; i++) {
        carry += (uint64_t)a->limb[i] + b->limb[i];
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    a->used = n;
    if (carry)
        a->limb[a->used++] = (uint32_t)carry;
}
static void multiply(const struct Big *a, const struct Big *b, struct Big *out) {
    struct Big r;
    from(&r, 0);
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->used || carry; j++) {
            carry += r.limb[i + j] + (uint64_t)a->limb[i] * (j < b->used ? b->limb[j] : 0);
            r.limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    r.used = a->used + b->used;
    while (r.used && !r.limb[r.used - 1])
        r.used--;
    *out = r;
}
static uint32_t divide_small(struct Big *b, uint32_t k) {
    uint64_t rest = 0;
    for (int i = b->used; i-- > 0;) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / k);
        rest %= k;
    }
    while (b->used && !b->limb[b->used - 1])
        b->used--;
    return (uint32_t)rest;
}
static void print(struct Big b) {
    char text[LIMBS * 10 + 1];
    int n = sizeof text - 1;
    text[n] = 0;
    do
        text[--n] = (char)('0' + divide_small(&b, 10));
    while (b.used);
    puts(text + n);
}

int main(void) {
    struct Big f, a, b;
    from(&f, 1);
    for (uint32_t i = 2; i <= 150; i++)
        multiply_small(&f, i);
    print(f);
    printf("%u\n", divide_small(&f, 1000000007));
    from(&a, 0);
    from(&b, 1);
    for (int i = 0; i < 500; i++) {
        struct Big next = a;
        add(&next, &b);
        a = b;
        b = next;
    }
    print(a);
    from(&a, 3);
    from(&b, 1);
    for (int bit = 9; bit >= 0; bit--) { /* 3 to the power of 700 */
        multiply(&b, &b, &b);
        if (700 >> bit & 1)
            multiply(&b, &a, &b);
    }
    print(b);
    return 0;
}
