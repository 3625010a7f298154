// A buffer is freed through the pointer that skipped the blanks.
#include <coax.h>
#include <stdlib.h>

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
    free(word); //~ invalid-free
    return r == 'z';
}
