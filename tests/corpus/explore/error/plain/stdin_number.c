// A plain program divides by the number it reads.
//@ explore: --symbolic-stdin 2
#include <stdio.h>

int main(void) {
    int c = getchar(), n = 0;
    while (c >= '0' && c <= '9') {
        n = 10 * n + (c - '0');
        c = getchar();
    }
    if (c != '\n')
        return 1;
    return 100 / n; //~ division-by-zero
}
