// Reading a word from standard input runs over its buffer.
//@ explore: --symbolic-stdin 5
#include <stdio.h>

int main(void) {
    char word[4];
    int n = 0, c;
    while ((c = getchar()) != EOF && c != '.')
        word[n++] = (char)c; //~ out-of-bounds
    return n ? word[0] == 'q' : 0;
}
