// printf of integers: every flag, width, precision, length modifier, and their combinations.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int values[] = {0, 1, -1, 42, -42, INT_MAX, INT_MIN, 123456};
    static const char *formats[] = {"%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%8.3d", "%-8.3d|", "%+08d", "%.0d",
                                    "%i", "%u", "%x", "%X", "%#x", "%o", "%#o", "%#10x", "%-#10x|", "%#010x", "%.10x",
                                    "%+.5d", "% 05d", "%+ d", "%-05d|", "%12u", "%.12u", "%#.8X", "%#.0o"};
    for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
        printf("%s:", formats[f]);
        for (int i = 0; i < 8; i++) {
            printf(" [");
            printf(formats[f], values[i]);
            printf("]");
        }
        puts("");
    }
    printf("%hhd %hhu %hd %hu\n", (signed char)-1, (unsigned char)-1, (short)-2, (unsigned short)-2);
    printf("%ld %lu %lld %llu\n", LONG_MIN, ULONG_MAX, LLONG_MAX, ULLONG_MAX);
    printf("%lx %llX %lo\n", ULONG_MAX, 0xabcdef0123456789ull, 0777l);
    printf("%zu %zd %td %jd %ju\n", sizeof(int), (ptrdiff_t)-5, (ptrdiff_t)7, INTMAX_MIN, UINTMAX_MAX);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 "\n", (int8_t)-8, (uint16_t)16, (uint32_t)0xff, (uint64_t)8);
    printf("%*d|%-*d|%.*d|%*.*d\n", 6, 1, 6, 2, 4, 3, 8, 5, 4);
    printf("%*d|%.*d\n", -6, 1, -1, 7);
    printf("%c%c%5c|%-5c|\n", 'a', 66, 'c', 'd');
    printf("%s|%10s|%-10s|%.2s|%10.3s|%.*s|%.0s|\n", "str", "str", "str", "str", "string", 4, "stringy", "none");
    printf("%%|%d%%|%5s%%\n", 50, "x");
    int n1, n2;
    long nl;
    printf("abc%n def%n%ln\n", &n1, &n2, &nl);
    printf("%d %d %ld\n", n1, n2, nl);
    printf("%d\n", printf("count me\n"));
    printf("%2$s %1$d %2$5s\n", 7, "pos");
    printf("%1$d %1$x %1$o %3$*2$d\n", 100, 6, 5);
    printf("%p %s\n", NULL, "after null pointer");
    printf("%s\n", (char *)NULL ? "?" : "(checked)");
    return 0;
}
