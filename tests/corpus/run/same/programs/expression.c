// A recursive-descent evaluator with variables, functions, precedence, errors and unary operators.
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *at;
static double variables[26];
static jmp_buf failed;
static const char *message;

static void fail(const char *why) {
    message = why;
    longjmp(failed, 1);
}
static void blanks(void) { while (*at == ' ') at++; }
static int accept(char c) {
    blanks();
    return *at == c ? at++, 1 : 0;
}
static double expression(void);
static double primary(void) {
    blanks();
    if (isdigit((unsigned char)*at) || *at == '.') {
        char *end;
        double v = strtod(at, &end);
        at = end;
        return v;
    }
    if (accept('(')) {
        double v = expression();
        if (!accept(')'))
            fail("missing )");
        return v;
    }
    if (isalpha((unsigned char)*at)) {
        const char *name = at;
        while (isalpha((unsigned char)*at))
            at++;
        size_t n = (size_t)(at - name);
        if (n == 1 && !accept('('))
            return variables[*name - 'a'];
        if (n == 4 && strncmp(name, "sqrt", 4) == 0 && accept('(')) {
            double v = expression();
            if (!accept(')'))
                fail("missing ) of sqrt");
            return sqrt(v);
        }
        fail("unknown function");
    }
    fail(*at ? "unexpected character" : "unexpected end");
    return 0;
}
static double power(void);
static double unary(void) { return accept('-') ? -unary() : accept('+') ? unary() : power(); }
static double power(void) {
    double v = primary();
    return accept('^') ? pow(v, unary()) : v;
}
static double term(void) {
    double v = unary();
    for (;;) {
        if (accept('*'))
            v *= unary();
        else if (accept('/')) {
            double d = unary();
            if (d == 0)
                fail("division by zero");
            v /= d;
        } else if (accept('%'))
            v = fmod(v, unary());
        else
            return v;
    }
}
static double expression(void) {
    double v = term();
    for (;;)
        if (accept('+'))
            v += term();
        else if (accept('-'))
            v -= term();
        else
            return v;
}
static void evaluate(const char *text) {
    at = text;
    int target = -1;
    if (isalpha((unsigned char)text[0]) && text[1] == '=') {
        target = text[0] - 'a';
        at += 2;
    }
    if (setjmp(failed)) {
        printf("%s: %s at %d\n", text, message, (int)(at - text));
        return;
    }
    double v = expression();
    blanks();
    if (*at)
        fail("trailing text");
    if (target >= 0)
        variables[target] = v;
    printf("%s: %.10g\n", text, v);
}

int main(void) {
    const char *all[] = {"1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "-2 ^ 2", "a=7", "b=a*a-1", "sqrt(b + 1) / 2", "10 % 4 - -3",
                         "1 / 0", "(1 + 2", "2 +", "3 $ 4", "cos(1)", "1.5e3 / 2", "a b", ".5*.5", "--3", "((((((1))))))", ""};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        evaluate(all[i]);
    return 0;
}
