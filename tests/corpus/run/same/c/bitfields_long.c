// Runs of bit-fields longer than 16 bytes, which are one integer to the compiler: signed and
// unsigned fields of every width, packed and not, in partly written objects, copied and nested.
#include <stdio.h>
#include <string.h>

#define FIELDS(F)                                                                                 \
    F(unsigned, a, 1) F(int, b, 2) F(unsigned, c, 3) F(int, d, 5) F(unsigned, e, 7)               \
    F(int, f, 8) F(unsigned, g, 9) F(int, h, 11) F(unsigned, i, 13) F(int, j, 15)                 \
    F(unsigned, k, 16) F(int, l, 17) F(unsigned, m, 19) F(int, n, 21) F(unsigned, o, 23)          \
    F(int, p, 24) F(unsigned, q, 25) F(int, r, 27) F(unsigned, s, 29) F(int, t, 31)               \
    F(unsigned, u, 32) F(int, v, 32) F(unsigned long, w, 33) F(long, x, 47)                       \
    F(unsigned long, y, 61) F(long, z, 64)

#define DECLARE(type, name, width) type name : width;

struct loose {
    FIELDS(DECLARE)
};

struct __attribute__((packed)) tight {
    FIELDS(DECLARE)
};

#pragma pack(1)
struct seventeen {
    signed long a : 60;
    unsigned b : 9;
    int c : 30;
    unsigned d : 1;
    signed e : 29;
    unsigned f : 7;
};

struct holder {
    char before;
    struct seventeen in[2];
    unsigned bits : 5;
    unsigned char after;
};
#pragma pack()

static void bytes(const void *p, size_t n) {
    const unsigned char *at = p;
    while (n--)
        printf("%02x", *at++);
    putchar('\n');
}

#define SET(type, name, width)                                                                    \
    seed = seed * 6364136223846793005 + 1442695040888963407;                                      \
    value->name = (type)(seed >> 3);
#define SHOW(type, name, width) printf("%ld ", (long)value->name);
#define CHANGE(type, name, width)                                                                 \
    value->name = (type)((unsigned long)value->name * 5 + 3 + ((unsigned long)value->name >> 2));
#define SAME(type, name, width) same &= a->name == b->name;

#define FUNCTIONS(tag)                                                                            \
    static void set_##tag(struct tag *value, unsigned long seed) { FIELDS(SET) }                  \
    static void show_##tag(const struct tag *value) {                                             \
        FIELDS(SHOW)                                                                              \
        putchar('\n');                                                                            \
    }                                                                                             \
    static void change_##tag(struct tag *value) { FIELDS(CHANGE) }                       \
    static int same_##tag(const struct tag *a, const struct tag *b) {                             \
        int same = 1;                                                                             \
        FIELDS(SAME)                                                                              \
        return same;                                                                              \
    }

FUNCTIONS(loose)
FUNCTIONS(tight)

static struct seventeen made(int n) {
    struct seventeen s; // written field by field: the others stay uninitialised until their turn
    s.c = -n;
    s.a = n * 1000000007L;
    s.f = (unsigned)n;
    s.e = -n * 3;
    s.b = (unsigned)n * 7;
    s.d = n & 1;
    return s;
}

static void show(struct seventeen s) {
    printf("%ld %u %d %u %d %u\n", (long)s.a, s.b, s.c, s.d, s.e, s.f);
}

static struct seventeen table[] = {{1, 2, 3, 1, 5, 6}, {-1, 511, -1, 1, -1, 127}, {0, 0, 0, 0, 0, 0}};

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct loose), sizeof(struct tight),
           sizeof(struct seventeen), sizeof(struct holder));
    struct loose l, l2;
    struct tight t, t2;
    memset(&l, 0, sizeof l);
    memset(&t, 0, sizeof t);
    for (unsigned long seed = 1; seed < 6; seed++) {
        set_loose(&l, seed);
        set_tight(&t, seed);
        l2 = l;
        t2 = t;
        change_loose(&l);
        change_tight(&t);
        show_loose(&l);
        show_tight(&t);
        printf("%d %d %d\n", same_loose(&l, &l2), same_tight(&t, &t2), same_loose(&l, &l));
        bytes(&l, sizeof l);
        bytes(&t, sizeof t);
    }
    for (int n = -5; n < 70; n += 13)
        show(made(n));
    struct holder h;
    memset(&h, 0xa5, sizeof h);
    h.in[0] = made(12);
    h.in[1].a = -5;
    h.in[1].f++;
    h.in[1].e = -h.in[1].e;
    h.bits = 9;
    bytes(&h, sizeof h);
    for (int i = 0; i < 3; i++) {
        table[i].e += 1;
        table[i].c -= i;
        table[i].d = !table[i].d;
        show(table[i]);
    }
    bytes(table, sizeof table);
    struct seventeen partly;
    partly.c = 77; // only this one
    printf("%d\n", partly.c + 1);
    return partly.c > 76 ? 0 : 1;
}
