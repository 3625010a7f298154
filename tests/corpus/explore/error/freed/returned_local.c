// For large numbers a function returns its own buffer.
#include <coax.h>

static char shared[8];

static char *digits(unsigned n) {
    char own[8];
    char *to = n > 9 ? own : shared;
    to[0] = (char)('0' + n % 10);
    return to;
}

int main(void) {
    char *text = digits(coax_uint("big"));
    return text[0] == '7'; //~ use-after-free
}
