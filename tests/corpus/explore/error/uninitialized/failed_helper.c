// A function sets what it is given a pointer to only where it succeeds, and one caller does not ask whether it did.
#include <coax.h>

static int digit(char c, int *value) {
    if (c < '0')
        return 0;
    if (c > '9')
        return 0;
    *value = c - '0';
    return 1;
}

int main(void) {
    char input[2];
    coax_symbolic(input, sizeof input, "input");
    int tens, ones;
    if (!digit(input[0], &tens))
        return 1;
    digit(input[1], &ones);
    if (tens == 4 && ones == 2) //~ uninitialized-read
        return 2;
    return 0;
}
