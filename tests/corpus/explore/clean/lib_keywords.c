// A table of keywords gives one path for each and one for none of them: strcmp decides nothing by itself.
//@ paths: 9
//@ outcomes: 0 1 2 3 4 5 6 7 8
//@ queries: <= 8
#include <coax.h>
#include <string.h>

static const char *const keywords[] = {"if", "else", "while", "for", "return", "int", "char", "void"};

int main(void) {
    char word[8];
    coax_symbolic(word, sizeof word, "word");
    for (int i = 0; i < 8; i++)
        if (strcmp(word, keywords[i]) == 0)
            return i + 1;
    return 0;
}
