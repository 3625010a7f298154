// The functions of <ctype.h> (not the macros) decide nothing by themselves either.
//@ paths: 6
//@ outcomes: 0 1 2 3 4 5
#include <coax.h>
#include <ctype.h>

int main(void) {
    unsigned char c;
    coax_symbolic(&c, 1, "c");
    if ((isdigit)(c))
        return 1;
    if ((isalpha)(c)) {
        if ((toupper)(c) == 'Q')
            return 3;
        return 2;
    }
    if ((isspace)(c))
        return 4;
    if ((ispunct)(c))
        return 5;
    return 0;
}
