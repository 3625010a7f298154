// A calculator for one operator between two digits: all branches, all messages.
//@ coverage: full
//@ outcomes: 0 1 2 4
//@ paths: 8
#include <coax.h>

static int digit(char c, int *value) {
    if (c < '0')
        return 0;
    if (c > '9')
        return 0;
    *value = c - '0';
    return 1;
}

// A bad first digit (2), a bad second one (2), a sum, a quotient and a
// division by zero, and an unknown operator.
int main(void) {
    char text[3];
    int a, b;
    coax_symbolic(text, sizeof text, "text");
    if (!digit(text[0], &a))
        return 1;
    if (!digit(text[2], &b))
        return 1;
    switch (text[1]) {
    case '+': return a + b > 100;
    case '/':
        if (b == 0)
            return 2;
        return a / b < 100;
    default: return 4;
    }
}
