// A plain program that counts words on standard input.
//@ explore: --symbolic-stdin 3
//@ outcomes: 0 1 2
#include <stdio.h>

int main(void) {
    int words = 0, inside = 0, c;
    while ((c = getchar()) != EOF) {
        if (c == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}
