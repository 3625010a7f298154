// memchr finds the first of several places.
//@ outcomes: 0 1 2 99
#include <coax.h>
#include <string.h>

int main(void) {
    char text[5];
    coax_symbolic(text, sizeof text, "text");
    const char *at = memchr(text, ';', sizeof text);
    if (!at)
        return 99;
    if (at == text)
        return 0;
    if (at - text == 3)
        return 1;
    return 2;
}
