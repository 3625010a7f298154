// strtol says where the number ended.
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char s[5], *end;
    coax_symbolic(s, 4, "s");
    s[4] = 0;
    long n = strtol(s, &end, 16);
    if (end == s)
        return 1;
    if (*end)
        return 2;
    if (n == 0xf7)
        return 3;
    return 0;
}
