// Deterministic time functions: gmtime, timegm, mktime in UTC, strftime, difftime, asctime.
//@ env: TZ=UTC
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t stamps[] = {0, 1, 86399, 86400, 951782400, 1709210096, 1234567890, 2147483647, 4102444800, -1, -86401};
    for (unsigned i = 0; i < sizeof stamps / sizeof *stamps; i++) {
        struct tm *t = gmtime(&stamps[i]);
        char text[128];
        size_t n = strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %w %y %p %I %e %D %T %R %C %u %%", t);
        printf("%zu %s %d %d\n", n, text, t->tm_yday, t->tm_isdst);
        printf("  %d %d\n", timegm(t) == stamps[i], mktime(t) == stamps[i]);
    }
    struct tm odd = {.tm_year = 124, .tm_mon = 13, .tm_mday = 40, .tm_hour = 25, .tm_min = -5, .tm_sec = 3601};
    time_t fixed = mktime(&odd); /* normalises */
    printf("%ld %d-%d-%d %d:%d:%d %d\n", (long)fixed, odd.tm_year, odd.tm_mon, odd.tm_mday, odd.tm_hour, odd.tm_min,
           odd.tm_sec, odd.tm_wday);
    printf("%g %g\n", difftime(stamps[4], stamps[3]), difftime(0, 5));
    struct tm t;
    memset(&t, 0, sizeof t);
    gmtime_r(&stamps[6], &t);
    printf("%s", asctime(&t));
    char tiny[5];
    printf("%zu\n", strftime(tiny, sizeof tiny, "%Y-%m-%d", &t));
    struct tm parsed;
    memset(&parsed, 0, sizeof parsed);
    char *rest = strptime("2021-03-04 05:06:07 tail", "%Y-%m-%d %H:%M:%S", &parsed);
    printf("%ld%s\n", (long)timegm(&parsed), rest);
    clock_t c = clock();
    time_t now = time(NULL);
    printf("%d %d\n", c != (clock_t)-1, now > 1600000000);
    return 0;
}
