// A character of standard input is looked at, put back and read again.
//@ explore: --symbolic-stdin 2
//@ paths: 3
//@ outcomes: 0 1 2
#include <stdio.h>

int main(void) {
    int c = getchar();
    ungetc(c, stdin);
    if (getc(stdin) != c)
        return 99;
    if (c != '#')
        return 0;
    c = getchar();
    if (getchar() != EOF || !feof(stdin))
        return 98;
    if (c == '!')
        return 2;
    return 1;
}
