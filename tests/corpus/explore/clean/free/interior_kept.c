// The pointer that skips blanks is not the one that is freed.
//@ paths: 4
#include <coax.h>
#include <stdlib.h>

// Zero to three blanks; the fourth byte is the terminator.
int main(void) {
    char *text = malloc(4);
    if (!text)
        return 2;
    coax_symbolic(text, 3, "text");
    text[3] = 0;
    char *word = text;
    while (*word == ' ')
        word++;
    int r = *word;
    free(text);
    return r == 'z';
}
