// A tokenizer for a C-like language: identifiers, numbers, strings with escapes, operators, comments, positions.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum Kind { END, NAME, NUMBER, STRING, OPERATOR, BAD };
static const char *const kinds[] = {"end", "name", "number", "string", "operator", "bad"};
struct Lexer { const char *at; int line, column; };
struct Token { enum Kind kind; char text[32]; int line, column; };

static int advance(struct Lexer *l) {
    int c = (unsigned char)*l->at++;
    if (c == '\n') {
        l->line++;
        l->column = 1;
    } else
        l->column++;
    return c;
}
static void skip(struct Lexer *l) {
    for (;;) {
        while (isspace((unsigned char)*l->at))
            advance(l);
        if (strncmp(l->at, "//", 2) == 0)
            while (*l->at && *l->at != '\n')
                advance(l);
        else if (strncmp(l->at, "/*", 2) == 0) {
            while (*l->at && strncmp(l->at, "*/", 2) != 0)
                advance(l);
            if (*l->at)
                advance(l), advance(l);
        } else
            return;
    }
}
static struct Token next(struct Lexer *l) {
    static const char *const pairs[] = {"==", "!=", "<=", ">=", "&&", "||", "->", "++", "<<", NULL};
    skip(l);
    struct Token t = {END, "", l->line, l->column};
    size_t n = 0;
    unsigned char c = (unsigned char)*l->at;
    if (!c)
        return t;
    if (isalpha(c) || c == '_') {
        t.kind = NAME;
        while ((isalnum((unsigned char)*l->at) || *l->at == '_') && n < sizeof t.text - 1)
            t.text[n++] = (char)advance(l);
    } else if (isdigit(c)) {
        t.kind = NUMBER;
        while ((isalnum((unsigned char)*l->at) || *l->at == '.') && n < sizeof t.text - 1)
            t.text[n++] = (char)advance(l);
    } else if (c == '"') {
        t.kind = STRING;
        advance(l);
        while (*l->at && *l->at != '"' && n < sizeof t.text - 1) {
            int ch = advance(l);
            if (ch == '\\')
                switch (ch = advance(l)) {
                case 'n': ch = '~'; break;
                case 't': ch = '_'; break;
                }
            t.text[n++] = (char)ch;
        }
        if (*l->at == '"')
            advance(l);
        else
            t.kind = BAD;
    } else {
        t.kind = ispunct(c) ? OPERATOR : BAD;
        for (int i = 0; pairs[i]; i++)
            if (strncmp(l->at, pairs[i], 2) == 0)
                t.text[n++] = (char)advance(l);
        t.text[n++] = (char)advance(l);
    }
    return t;
}

int main(void) {
    const char *source = "int main(void) { // comment\n  x_1 = 0x1F + 3.25e2; /* multi\n line */\n"
                         "  if (a<=b&&c->d != \"str\\n\\\"q\\\"\") return a<<2;\n}\n\"open";
    struct Lexer l = {source, 1, 1};
    int counts[6] = {0};
    for (;;) {
        struct Token t = next(&l);
        counts[t.kind]++;
        printf("%d:%d %s %s\n", t.line, t.column, kinds[t.kind], t.text);
        if (t.kind == END)
            break;
    }
    for (int i = 0; i < 6; i++)
        printf("%s=%d ", kinds[i], counts[i]);
    puts("");
    return 0;
}
