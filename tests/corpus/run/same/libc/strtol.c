// strtol, strtoul, strtoll, strtoull, atoi, atol: bases, signs, blanks, overflow, end pointers.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void one(const char *s, int base) {
    char *end;
    errno = 0;
    long l = strtol(s, &end, base);
    printf("'%s' base %d: %ld +%ld e%d", s, base, l, (long)(end - s), errno);
    errno = 0;
    unsigned long u = strtoul(s, &end, base);
    printf(" | %lu +%ld e%d\n", u, (long)(end - s), errno);
}

int main(void) {
    const char *inputs[] = {"0", "42", "-42", "+7", "  \t\n 13 rest", "", "   ", "abc", "-", "+-3", "0x", "0x1F", "0X1fg",
                            "010", "08", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
                            "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-1",
                            "99999999999999999999999", "0b101", "1e5", "zz", "--1", "0x-1", "7fffffffffffffff"};
    int bases[] = {0, 10, 16, 8, 2, 36};
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
        for (int b = 0; b < 6; b++)
            one(inputs[i], bases[b]);
    printf("%d %d %ld %lld\n", atoi("  12abc"), atoi("-0"), atol("123456789012"), atoll("-5"));
    printf("%lld %llu\n", strtoll("0x7fffffffffffffff", NULL, 0), strtoull("-2", NULL, 10));
    errno = 0;
    printf("%ld", strtol("1", NULL, 1));
    printf(" %d\n", errno == EINVAL);
    return 0;
}
