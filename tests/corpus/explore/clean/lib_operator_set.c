// Whether an unknown character is in a known set is one condition; its terminator is a member.
//@ paths: 3
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    char c = coax_char("c");
    if (!strchr("+-*/%", c))
        return 0;
    if (c == '\0')
        return 2;
    return 1;
}
