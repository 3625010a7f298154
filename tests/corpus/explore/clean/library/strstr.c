// strstr in symbolic text.
//@ outcomes: 0 1
#include <coax.h>
#include <string.h>

int main(void) {
    char text[5];
    coax_symbolic(text, 4, "text");
    text[4] = 0;
    if (strstr(text, "abb"))
        return 1;
    return 0;
}
