// A word of four letters needs five bytes.
#include <coax.h>
#include <stdio.h>

int main(void) {
    char text[5], word[4];
    coax_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 4; i++)
        coax_assume(text[i] != '\0');
    text[4] = '\0';
    if (sscanf(text, "%s", word) != 1) //~ out-of-bounds
        return 1;
    return 0;
}
