// The length of a string of at most five bytes, by hand.
//@ paths: 6
#include <coax.h>

int main(void) {
    char s[6];
    coax_symbolic(s, 5, "s");
    s[5] = 0;
    int n = 0;
    while (s[n])
        n++;
    return n;
}
