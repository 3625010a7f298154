// A decimal fraction is read exactly: 2.5 is found, 0.1 as it is rounded.
//@ outcomes: 0 1 2
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char text[4];
    coax_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 3; i++)
        coax_assume(((text[i] >= '0') & (text[i] <= '9')) | (text[i] == '.'));
    text[3] = '\0';
    double value = strtod(text, NULL);
    if (value == 2.5)
        return 1;
    if (value == 0.1)
        return 2;
    return 0;
}
