// Only the first three bytes are compared.
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    char word[5];
    coax_symbolic(word, 4, "word");
    word[4] = 0;
    if (strncmp(word, "key", 3) != 0)
        return 0;
    if (word[3])
        return 2;
    return 1;
}
