// sprintf and snprintf: truncation, size zero, return values, building strings, asprintf, dprintf.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char b[32];
    for (int size = 0; size < 14; size++) {
        memset(b, '#', sizeof b);
        int n = snprintf(b, (size_t)size, "%s-%d", "hello", 12345);
        b[20] = 0;
        printf("%d %d %s|%c\n", size, n, size ? b : "-", b[size]);
    }
    printf("%d\n", snprintf(NULL, 0, "%f and %s", 1.5, "length only"));
    int n = 0;
    char line[128];
    for (int i = 0; i < 8; i++)
        n += sprintf(line + n, "%s%d", i ? ", " : "", i * i);
    printf("%d %s\n", n, line);
    n = sprintf(b, "%c", 0);
    printf("%d %d\n", n, b[0]);
    char *allocated;
    n = asprintf(&allocated, "%08.3f|%5s|%-5s|", 3.14159, "ab", "cd");
    printf("%d %s\n", n, allocated);
    free(allocated);
    fflush(stdout);
    dprintf(1, "direct %d\n", 5);
    char wide[300];
    n = snprintf(wide, sizeof wide, "%250d", 7);
    printf("%d %zu %c\n", n, strlen(wide), wide[249]);
    return 0;
}
