// scanf reads a number and a word from standard input.
//@ explore: --symbolic-stdin 4
//@ outcomes: 0 1 2 5 9
#include <stdio.h>

int main(void) {
    int number;
    char word[4];
    int got = scanf("%d %3s", &number, word);
    if (got < 0)
        return 9;
    if (got == 2 && number == 7 && word[0] == 'q')
        return 5;
    return got;
}
