// Structs passed and returned between files follow one calling convention; variadic calls across files.
#include "types.h"
#include <stdarg.h>
#include <stdio.h>

int main(void) {
    struct Mixed m = mix((struct Small){1, 2}, 3.5f, (struct Large){{1, 2, 3, 4, 5}});
    printf("%d %g %g\n", m.i, m.d, m.f);
    struct Large l = scale(m, 2);
    for (int i = 0; i < 5; i++)
        printf("%ld ", l.v[i]);
    puts("");
    printf("%ld %Lg\n", total(5, 1L, 2L, 3L, 4L, 5L), wide(1.5L, 2));
    struct Large (*f)(struct Mixed, int) = scale;
    printf("%ld\n", f((struct Mixed){1, 2, 3}, 10).v[4]);
    return 0;
}
