// Integer promotions and the usual arithmetic conversions, including mixed signedness.
#include <stdint.h>
#include <stdio.h>

#define TYPE_OF(e)                                                                                                     \
    _Generic((e), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong",          \
        unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", default: "?")

int main(void) {
    unsigned char uc = 255;
    signed char sc = -1;
    unsigned short us = 65535;
    short ss = -1;
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned long ul = 1;
    long long ll = -1;
    unsigned long long ull = 1;
    float f = 1;
    printf("%s %s %s %s\n", TYPE_OF(uc + sc), TYPE_OF(us + ss), TYPE_OF(i + u), TYPE_OF(u + l));
    printf("%s %s %s %s\n", TYPE_OF(l + ul), TYPE_OF(l + ll), TYPE_OF(ul + ll), TYPE_OF(ull + i));
    printf("%s %s %s\n", TYPE_OF(i + f), TYPE_OF(f + 1.0), TYPE_OF(1.0 + 1.0L));
    printf("%s %s %s %s\n", TYPE_OF(~uc), TYPE_OF(-sc), TYPE_OF(!l), TYPE_OF(us << 1));
    printf("%d %d %d %d\n", uc == 255, sc == uc, us == ss, i < 0);
    printf("%d %d %d %d\n", i > (int)u, (unsigned)i > u, l < u, (unsigned long)l < ul);
    printf("%d %d\n", ~uc, (unsigned char)~uc);
    printf("%d %d\n", us * 2, (us >> 4) - ss);
    printf("%u %lu %llu\n", i + u, l + ul, ull - 2);
    printf("%d %u\n", (i / 2), ((unsigned)i / 2));
    printf("%d %ld\n", sc * uc, (long)sc * us);
    uint64_t sum = 0;
    for (int a = -3; a <= 3; a++)
        for (unsigned b = 0; b < 4; b++)
            sum = sum * 31 + (uint64_t)(a * b) + (a < (int)b) + ((unsigned)a < b);
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
