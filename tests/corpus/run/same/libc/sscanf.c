// sscanf: integers, floats, strings, sets, widths, suppression, %n, literal matching, return values.
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = -1, b = -1, c = -1, n = -1;
    unsigned u = 0;
    printf("%d", sscanf("12 -34 0x1f", "%d %d %i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("ff 777 42", "%x %o %u", &u, (unsigned *)&a, (unsigned *)&b));
    printf(" %u %d %d\n", u, a, b);
    float f = 0;
    double d = 0;
    long double ld = 0;
    printf("%d", sscanf("1.5 -2.5e3 0x1p3 inf", "%f %lf %Lf", &f, &d, &ld));
    printf(" %g %g %Lg\n", f, d, ld);
    char s[16] = "", t[16] = "", r[8] = "", ch = 0, two[2];
    printf("%d", sscanf("word  second", "%15s%15s", s, t));
    printf(" %s %s\n", s, t);
    printf("%d", sscanf("abcdef", "%3s%c%2c", s, &ch, two));
    printf(" %s %c %.2s\n", s, ch, two);
    printf("%d", sscanf("key=value;rest", "%[a-z]=%[^;];%s", s, t, r));
    printf(" %s %s %s\n", s, t, r);
    printf("%d", sscanf("abc123]", "%[]abc1-3]%n", s, &n));
    printf(" %s %d\n", s, n);
    printf("%d", sscanf("10:20:30", "%d:%*d:%d%n", &a, &b, &n));
    printf(" %d %d %d\n", a, b, n);
    printf("%d", sscanf("123456", "%2d%3d%n", &a, &b, &n));
    printf(" %d %d %d\n", a, b, n);
    printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("  ", "%s", s));
    printf("%d %d\n", sscanf("5 apples", "%d apples%n", &a, &n), n);
    printf("%d\n", sscanf("5 pears", "%d apples", &a));
    signed char hh = 0;
    short h = 0;
    long l = 0;
    long long ll = 0;
    size_t z = 0;
    printf("%d", sscanf("-5 -300 -70000 123456789012 99", "%hhd %hd %ld %lld %zu", &hh, &h, &l, &ll, &z));
    printf(" %d %d %ld %lld %zu\n", hh, h, l, ll, z);
    printf("%d", sscanf("50%", "%d%%%n", &a, &n));
    printf(" %d\n", n);
    printf("%d", sscanf("3.14abc", "%4lf%s", &d, s));
    printf(" %g %s\n", d, s);
    printf("%d", sscanf("-", "%d", &a));
    printf("%d", sscanf("+7", "%d", &a));
    printf(" %d\n", a);
    printf("%d", sscanf("0x", "%x%s", &u, s));
    printf("\n%d", sscanf("a b c", "%c %c %c", s, s + 1, s + 2));
    printf(" %.3s\n", s);
    return 0;
}
