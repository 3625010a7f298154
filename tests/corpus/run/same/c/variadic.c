// Variadic functions: ints, longs, doubles, long doubles, pointers, structs, many arguments, va_copy.
#include <stdarg.h>
#include <stdio.h>

typedef struct { int a, b; } Small;
typedef struct { double x, y; } Pair;
typedef struct { long a; double d; } Mixed;
typedef struct { char text[32]; } Large;

static long sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long s = 0;
    while (n--)
        s = s * 2 + va_arg(ap, int);
    va_end(ap);
    return s;
}

static double average(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    double s = 0, squares = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(ap, double);
    for (int i = 0; i < n; i++) {
        double d = va_arg(again, double);
        squares += d * d;
    }
    va_end(again);
    va_end(ap);
    return s / n + squares;
}

/* Each letter of the format takes one argument. */
static void show(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    for (; *format; format++)
        switch (*format) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 'L': printf("%Lg ", va_arg(ap, long double)); break;
        case 's': printf("%s ", va_arg(ap, const char *)); break;
        case 'S': { Small v = va_arg(ap, Small); printf("{%d,%d} ", v.a, v.b); break; }
        case 'P': { Pair v = va_arg(ap, Pair); printf("{%g,%g} ", v.x, v.y); break; }
        case 'M': { Mixed v = va_arg(ap, Mixed); printf("{%ld,%g} ", v.a, v.d); break; }
        case 'B': { Large v = va_arg(ap, Large); printf("{%s} ", v.text); break; }
        case 'Q': { __int128 v = va_arg(ap, __int128); printf("%ld:%ld ", (long)(v >> 64), (long)v); break; }
        }
    puts("");
    va_end(ap);
}

static int consume(va_list *ap) { return va_arg(*ap, int); }
static int shared(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = 0;
    while (n--)
        r = r * 10 + consume(&ap);
    va_end(ap);
    return r;
}

static int logged(char *out, size_t size, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(out, size, format, ap);
    va_end(ap);
    return n;
}

int main(void) {
    printf("%ld %ld %ld\n", sum(0), sum(3, 1, 2, 3), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12));
    printf("%g %g\n", average(2, 1.0, 2.0), average(11, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 0.5));
    show("idlLs", -1, 2.5, 3000000000l, 4.25L, "five");
    show("iiiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.);
    show("SPMB", (Small){1, 2}, (Pair){1.5, 2.5}, (Mixed){3, 0.75}, (Large){"a large one"});
    show("iSdPlMsBLu", 1, (Small){2, 3}, 4.5, (Pair){5, 6}, 7l, (Mixed){8, 9}, "ten", (Large){"eleven"}, 12.0L, 13u);
    show("SSSSPPPPPPMMM", (Small){1, 1}, (Small){2, 2}, (Small){3, 3}, (Small){4, 4}, (Pair){1, 1}, (Pair){2, 2},
         (Pair){3, 3}, (Pair){4, 4}, (Pair){5, 5}, (Pair){6, 6}, (Mixed){1, 1}, (Mixed){2, 2}, (Mixed){3, 3});
    show("iQiiiiQd", 1, (__int128)5 << 64 | 6, 2, 3, 4, 5, (__int128)-1, 7.0);
    char c = 'x';
    short s = -3;
    float f = 0.5f;
    show("iid", c, s, f);
    printf("%d\n", shared(4, 9, 8, 7, 6));
    char text[24];
    printf("%d ", logged(text, sizeof text, "%d-%s-%g-%c", 42, "abc", 0.125, 'z'));
    puts(text);
    printf("%d ", logged(text, 5, "%s", "truncated"));
    puts(text);
    return 0;
}
