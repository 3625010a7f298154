// The first figure of the text, with the missing case: zero has a text too.
//@ check: hex_abs
#include <ctype.h>
#include <stddef.h>

static char text[9];

static char *to_hex(unsigned x) {
    static const char digits[] = "0123456789abcdef";
    int at = 8;
    do {
        text[--at] = digits[x & 15];
        x >>= 4;
    } while (x != 0);
    return &text[at];
}

char hex_abs(int x) {
    char *result = NULL;
    if (x > 0)
        result = to_hex((unsigned)x);
    else if (x < 0)
        result = to_hex(0u - (unsigned)x);
    else
        result = to_hex(0);
    *result = (char)toupper(*result);
    return *result;
}
