// A matcher for small regular expressions over three bytes of pattern and a fixed text.
//@ paths: 77
//@ outcomes: 0 1
//@ orders: dfs
#include <coax.h>

static int match_here(const char *re, const char *text);

static int match_star(char c, const char *re, const char *text) {
    for (;;) {
        if (match_here(re, text))
            return 1;
        if (*text == 0)
            return 0;
        if (c != '.' && *text != c)
            return 0;
        text++;
    }
}

static int match_here(const char *re, const char *text) {
    if (re[0] == 0)
        return 1;
    if (re[1] == '*')
        return match_star(re[0], re + 2, text);
    if (re[0] == '$' && re[1] == 0)
        return *text == 0;
    if (*text == 0)
        return 0;
    if (re[0] == '.' || re[0] == *text)
        return match_here(re + 1, text + 1);
    return 0;
}

// Counted by trying all patterns over the eight kinds of bytes: 0 ^ $ * . a b and another.
int main(void) {
    char re[4];
    coax_symbolic(re, 3, "re");
    re[3] = 0;
    const char *text = "aba";
    if (re[0] == '^')
        return match_here(re + 1, text);
    do {
        if (match_here(re, text))
            return 1;
    } while (*text++);
    return 0;
}
