// A table of keywords, compared letter by letter.
//@ paths: 12
//@ outcomes: 0 1 2 3 4
#include <coax.h>

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

// "do": differs at once; after d; after do; equal. "for", "if", "in": likewise, and what an
// earlier keyword has settled about a letter is not asked again.
int main(void) {
    static const char *const keywords[4] = {"do", "for", "if", "in"};
    char w[4];
    coax_symbolic(w, sizeof w, "w");
    w[3] = 0;
    for (int i = 0; i < 4; i++)
        if (same(keywords[i], w))
            return i + 1;
    return 0;
}
