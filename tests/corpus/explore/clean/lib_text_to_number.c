// A number in any notation: decimal, octal or hexadecimal, with its sign.
//@ outcomes: 0 1 2 8 9
#include <coax.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    char text[5], *end;
    coax_symbolic(text, sizeof text, "text");
    text[4] = '\0';
    long n = strtol(text, &end, 0);
    if (end == text)
        return 9;
    if (*end)
        return 8;
    if (n == 0x1f)
        return 1;
    if (n == -077)
        return 2;
    return 0;
}
