// The classes of a character.
//@ outcomes: 0 1 2 3 4
#include <coax.h>
#include <ctype.h>

int main(void) {
    unsigned char c;
    coax_symbolic(&c, 1, "c");
    if (isdigit(c))
        return 1;
    if (toupper(c) == 'Q')
        return 2;
    if (isalpha(c))
        return 3;
    if (isspace(c))
        return 4;
    return 0;
}
