// strtod, strtof, strtold, atof: decimal, hexadecimal, infinities, NaN, rounding, overflow, end pointers.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *inputs[] = {"0", "-0.0", "1", "3.14159265358979323846", "  -2.5e3x", "1e", "1e+", "1e5", "1E-5", ".5", "5.",
                            ".", "-.", "inf", "-Infinity", "infinite", "nan", "-nan(12)", "0x1p4", "0x1.8p-1", "0x.8", "0x",
                            "0xp1", "1e308", "1e309", "-1e400", "1e-308", "4.9e-324", "2.4e-324", "1e-400", "0.1",
                            "123456789012345678901234567890", "9007199254740993", "9007199254740992.5000000000000001",
                            "2.2250738585072011e-308", "1.7976931348623158e308", "1.7976931348623159e308",
                            "0x1.fffffffffffff8p0", "00000000000000000000001.5", "1_000", "abc", "", "+1.5", "+ 1",
                            "16777217", "3.4028236e38", "1e-46", "0.000000000000000000000000000000000000011754942807573643"};
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        char *end;
        const char *s = inputs[i];
        errno = 0;
        double d = strtod(s, &end);
        printf("'%s' %a %.17g +%ld e%d", s, d, d, (long)(end - s), errno);
        errno = 0;
        float f = strtof(s, &end);
        printf(" | %a +%ld e%d", (double)f, (long)(end - s), errno);
        errno = 0;
        long double l = strtold(s, &end);
        printf(" | %La +%ld e%d\n", l, (long)(end - s), errno);
    }
    printf("%g %g\n", atof("12.75kg"), atof("x"));
    return 0;
}
