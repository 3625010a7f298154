// Cases that share their code are one outcome.
//@ paths: 4
//@ outcomes: 0 1 2 3
#include <coax.h>

// Vowel, digit, blank, other: a path is told by the target, not by the value (17 of them).
int main(void) {
    switch (coax_char("c")) {
    case 'a': case 'e': case 'i': case 'o': case 'u':
        return 1;
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        return 2;
    case ' ': case '\t':
        return 3;
    default:
        return 0;
    }
}
