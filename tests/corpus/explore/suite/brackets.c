// Standard input of a plain program, given to its tests.
//@ explore: --symbolic-stdin 3
//@ coverage: full
//@ outcomes: 0 1 2
#include <stdio.h>

int main(void) {
    int depth = 0, c;
    while ((c = getchar()) != EOF) {
        if (c == '(')
            depth++;
        else if (c == ')')
            depth--;
        if (depth < 0)
            return 1;
    }
    return depth ? 2 : 0;
}
