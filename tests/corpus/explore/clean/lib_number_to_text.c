// A number is printed into a buffer: its sign and the counts of its digits make the paths.
//@ outcomes: 0 1 2
#include <coax.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int n = coax_int("n");
    char text[24];
    coax_assume(n >= -20 && n <= 1200);
    int len = snprintf(text, sizeof text, "<%5d|%x>", n, (unsigned)n);
    if (strcmp(text, "<  123|7b>") == 0)
        return 1;
    if (len > 9)
        return 2;
    return 0;
}
