// printf of floats: f, e, g, a with flags, widths and precisions, special values, long double.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 123456789.0, 1e-5, 1e-4, 1e15, 1e16, 1e17, 1e100, 9.995, 2.5, 3.5, 0.5,
                       999999.5, 1234567.0, DBL_MAX, DBL_MIN, 4.9e-324, INFINITY, -INFINITY, NAN, 1.0 / 3, 2e-7};
    static const char *formats[] = {"%f", "%.0f", "%.1f", "%10.3f", "%-12.2f|", "%+f", "% f", "%010.2f", "%#.0f", "%e",
                                    "%.0e", "%.3E", "%12.4e", "%+.10e", "%#.0e", "%g", "%.3g", "%.10g", "%#g", "%G", "%.0g",
                                    "%-15g|", "%015g", "%a", "%.3a", "%A", "%.0a", "%20a", "%#.0a", "%.17g", "%.20f"};
    for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
        printf("%s:", formats[f]);
        for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
            putchar(' ');
            printf(formats[f], values[i]);
        }
        puts("");
    }
    printf("%Lf %Le %Lg %La\n", 1.1L, 1.1L, 1.1L, 1.1L);
    printf("%.30Lf\n%.25Lg %Lg\n", 0.1L, 0.1L, LDBL_MAX);
    printf("%*.*f|%-*.*e|\n", 12, 3, 3.14159, 14, 2, 31415.9);
    printf("%.3f %.3f %.3f %.3f\n", 0.0005, 0.0015, 0.0025, 1.0005);
    printf("%f\n", (double)3.4e38f);
    return 0;
}
