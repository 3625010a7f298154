// errno values set by library calls, strerror texts, assert that passes, locale C.
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *address(void) { return &errno; }

int main(void) {
    int codes[] = {0, EPERM, ENOENT, EINTR, EIO, EBADF, ENOMEM, EACCES, EEXIST, EINVAL, EDOM, ERANGE, EAGAIN, 9999};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
        printf("%d %s\n", codes[i], strerror(codes[i]));
    errno = 0;
    FILE *f = fopen("does-not-exist", "r");
    printf("%d %d\n", f == NULL, errno == ENOENT);
    perror("open");
    errno = 0;
    printf("%ld %d\n", strtol("999999999999999999999", NULL, 10), errno == ERANGE);
    errno = 0;
    volatile double negative = -1;
    double r = sqrt(negative);
    printf("%d %d\n", isnan(r) != 0, errno == EDOM);
    errno = 0;
    r = log(negative + 1);
    printf("%d %d\n", isinf(r) != 0, errno == ERANGE);
    errno = 5;
    *address() += 2;
    printf("%d\n", errno);
    assert(errno == 7);
    assert(1 + 1 == 2 && "with a message");
    puts(setlocale(LC_ALL, "C"));
    puts(setlocale(LC_ALL, NULL));
    struct lconv *l = localeconv();
    printf("[%s] [%s] %d\n", l->decimal_point, l->thousands_sep, l->frac_digits);
    printf("%d\n", setlocale(LC_ALL, "xx_NOWHERE") == NULL);
    return 0;
}
