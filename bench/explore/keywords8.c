// A keyword table over eight bytes.
#include <coax.h>
#include <string.h>

static const char *const keywords[] = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "int", "long", "register", "return", "short",
    "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void",
    "volatile", "while",
};

int main(void) {
    char word[9];
    coax_symbolic(word, sizeof word - 1, "word");
    word[sizeof word - 1] = '\0';
    for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(word, keywords[i]) == 0)
            return i + 1;
    return 0;
}
