// strlen of symbolic bytes, and then its answer is looked at.
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    char s[8];
    coax_symbolic(s, 7, "s");
    s[7] = 0;
    size_t n = strlen(s);
    if (n == 0)
        return 0;
    if (n < 5)
        return 1;
    return 2;
}
