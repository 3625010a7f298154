// volatile accesses, const tables, restrict, static locals, nested const structures, function-local enums.
#include <stdio.h>

static const unsigned char popcount_table[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static const struct { const char *name; int days; } months[] = {
    {"Jan", 31}, {"Feb", 28}, {"Mar", 31}, {"Apr", 30}, {"May", 31}, {"Jun", 30},
    {"Jul", 31}, {"Aug", 31}, {"Sep", 30}, {"Oct", 31}, {"Nov", 30}, {"Dec", 31}};
static const char *const *const words[] = {(const char *const[]){"a", "b", NULL}, (const char *const[]){"c", NULL}};
static volatile int shared_flag;

static int count_bits(unsigned x) {
    int n = 0;
    for (; x; x >>= 4)
        n += popcount_table[x & 15];
    return n;
}

static void accumulate(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++)
        *out += in[i];
}

static int counter(void) {
    static int calls = 10;
    static const int step = 3;
    return calls += step;
}

int main(void) {
    enum Color { RED, GREEN = 5, BLUE, LAST = BLUE } color = BLUE;
    printf("%d %d %zu\n", color, LAST, sizeof color);
    int day = 0;
    for (unsigned i = 0; i < 12; i++) {
        day += months[i].days;
        printf("%s:%d ", months[i].name, day);
    }
    puts("");
    for (int i = 0; i < 2; i++)
        for (const char *const *w = words[i]; *w; w++)
            printf("%s ", *w);
    puts("");
    printf("%d %d %d\n", count_bits(0), count_bits(0xffffffff), count_bits(0x12345678));
    volatile int v = 1;
    for (int i = 0; i < 10; i++) {
        v = v + v;
        shared_flag ^= v;
    }
    volatile struct { char c; short s; } vs = {1, 2};
    vs.s += vs.c;
    printf("%d %d %d\n", v, shared_flag, vs.s);
    int total = 0, in[] = {1, 2, 3};
    accumulate(&total, in, 3);
    printf("%d %d %d\n", total, counter(), counter());
    volatile const double pi = 3.25;
    printf("%g\n", pi * 2);
    return 0;
}
