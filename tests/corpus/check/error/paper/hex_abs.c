// The first figure of the text: nobody thought of zero, so there is no text to look at.
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
    *result = (char)toupper(*result); //~ null-dereference
    return *result;
}
