// _BitInt beyond 128 bits: arithmetic, shifts, comparisons, conversions, structs, overflow builtins.
//@ cflags: -std=c23
#include <stdio.h>

typedef unsigned _BitInt(129) u129;
typedef unsigned _BitInt(200) u200;
typedef _BitInt(200) i200;
typedef unsigned _BitInt(256) u256;
typedef _BitInt(256) i256;
typedef unsigned _BitInt(515) u515;

static unsigned long long state = 88172645463325252ull;

static unsigned long long next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static u515 wide(unsigned words) {
    u515 v = 0;
    while (words--)
        v = v << 64 | next();
    return v;
}

static void hex(const char *name, u515 v) {
    printf("%s", name);
    for (int i = 512; i >= 0; i -= 64)
        printf(" %llx", (unsigned long long)(v >> i));
    putchar('\n');
}

static void decimal(u515 v) {
    char text[170];
    int n = sizeof text - 1;
    text[n] = 0;
    do {
        text[--n] = (char)('0' + (int)(v % 10));
        v /= 10;
    } while (v);
    puts(text + n);
}

static void bits(u200 a, u200 b) {
    hex("and", a & b);
    hex("or", a | b);
    hex("xor", a ^ b);
    hex("not", (u200)~a);
    printf("%d%d%d%d%d%d\n", a == b, a != b, a < b, a <= b, a > b, a >= b);
    i200 s = (i200)a, t = (i200)b;
    printf("%d%d%d%d%d%d\n", s == t, s != t, s < t, s <= t, s > t, s >= t);
}

static void arithmetic(u256 a, u256 b) {
    hex("add", a + b);
    hex("sub", a - b);
    hex("mul", a * b);
    hex("neg", -a);
    if (b) {
        hex("div", a / b);
        hex("rem", a % b);
    }
    i200 s = (i200)(a >> 140), t = (i200)(b >> 170) - 77;
    hex("sadd", (u200)(s + t));
    hex("ssub", (u200)(t - s));
    hex("smul", (u200)(t * 12345));
    if (t) {
        hex("sdiv", (u200)(-s / t));
        hex("srem", (u200)(-s % t));
    }
}

static void shifts(u200 a, unsigned n) {
    i200 s = (i200)a;
    hex("shl", (u200)(a << n));
    hex("lshr", (u200)(a >> n));
    hex("ashr", (u200)(s >> n));
    hex("by 1", (u200)(a << 1) ^ (u200)(s >> 1));
    hex("by 64", (u200)(a << 64) ^ (u200)(s >> 64));
    hex("by 130", (u200)(a << 130) ^ (u200)(s >> 130));
    hex("by 199", (u200)(a << 199) ^ (u200)(s >> 199));
}

static void conversions(i200 v) {
    hex("wider", (u515)(i256)v);
    hex("unsigned", (u256)(u200)v);
    hex("129", (u129)v);
    printf("%d %lld %d\n", (int)v, (long long)(v >> 100), (bool)v);
    __int128 narrow = (__int128)v;
    hex("128", (u515)(unsigned __int128)narrow);
    hex("back", (u515)(u200)(i200)narrow);
    hex("char", (u200)(i200)(signed char)v);
    hex("100", (u200)(i200)(_BitInt(100))v);
    hex("odd", (u200)(unsigned _BitInt(70))v);
}

static void overflows(i200 a, i200 b) {
    i200 r;
    u200 u;
    printf("%d", __builtin_add_overflow(a, b, &r));
    hex(" sadd", (u200)r);
    printf("%d", __builtin_sub_overflow(a, b, &r));
    hex(" ssub", (u200)r);
    printf("%d", __builtin_add_overflow((u200)a, (u200)b, &u));
    hex(" uadd", u);
    printf("%d", __builtin_sub_overflow((u200)a, (u200)b, &u));
    hex(" usub", u);
}

static void floats(i256 v, double d) {
    printf("%a %a\n", (double)v, (double)(u256)v);
    printf("%a %a\n", (double)(float)(v >> 130), (double)(float)(u256)(v >> 130 & ~(u256)0 >> 130));
    hex("signed", (u256)(i256)d);
    if (d < 1e38 && d > -1e38)
        hex("float", (u256)(i256)(float)d);
    if (d > -1)
        hex("unsigned", (u200)d);
}

struct holder {
    char before;
    u129 a[3];
    i200 b;
    char after;
};

static i200 choose(bool which, i200 a, i200 b) { return which ? a : -b; }

static u515 factorial(int n) {
    u515 f = 1;
    for (int i = 2; i <= n; i++)
        f *= i;
    return f;
}

int main(void) {
    for (int round = 0; round < 12; round++) {
        u256 a = (u256)wide(4), b = (u256)wide(round % 5);
        bits((u200)a, round % 3 ? (u200)b : (u200)a);
        bits((u200)a, (u200)a ^ (u200)1 << (round * 17));
        arithmetic(a, b);
        arithmetic(b, a >> round * 20);
        conversions((i200)a);
        overflows((i200)a, (i200)b);
    }
    for (unsigned n = 0; n < 200; n += 7)
        shifts((u200)wide(4), n);
    u200 least = (u200)1 << 199;
    overflows((i200)least, -1);
    overflows((i200)(least - 1), 1);
    overflows((i200)(least - 1), (i200)least);
    bits(least, least - 1);
    hex("least", (u200)((i200)least / 1));
    hex("least", (u200)((i200)least / (i200)least));
    hex("most", (u256)~(u256)0 / ((u256)~(u256)0 >> 1));
    hex("most", (u256)~(u256)0 % ((u256)1 << 255));
    decimal(factorial(90));
    decimal((u129)~(u129)0);
    struct holder h = {1, {1, 2, (u129)1 << 128}, -7, 2};
    h.a[1] = h.a[2] - 1;
    h.a[0]--;
    h.b *= 1000000007;
    decimal(h.a[0]);
    decimal(h.a[1]);
    decimal((u200)-h.b);
    printf("%d %d %zu\n", h.before, h.after, sizeof h);
    hex("choose", (u200)choose(h.before, h.b, 3));
    hex("choose", (u200)choose(h.before > 5, h.b, 3));
    double d = -0.75;
    for (int n = 0; n < 256; n += 5) {
        i256 v = (i256)(u256)wide(4) >> n;
        floats(v, d);
        floats(-(i256)((u256)1 << (255 - n) | (u256)1 << (n % 190) / 3), n < 190 ? -d : d);
        d *= n % 2 ? -7.25 : 9.5;
    }
    u256 tie = ((u256)1 << 54 | 1) << 150; // between two doubles: only the last bit decides
    floats((i256)tie, 0x1p199 - 0x1p140);
    floats((i256)tie + 1, 0x1p100 + 0x1p60);
    floats((i256)tie - 1, 1e30);
    printf("%a\n", (double)factorial(80));
    u515 f = (u515)1 << 514;
    int count = 0;
    while (f >>= 3)
        count++;
    printf("%d\n", count);
    return 0;
}
