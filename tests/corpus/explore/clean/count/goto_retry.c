// A retry by goto: at most three times.
//@ paths: 4
//@ outcomes: 1 2 3 9
#include <coax.h>

int main(void) {
    int tries = 0;
again:
    tries++;
    if (coax_bool("ok"))
        return tries;
    if (tries < 3)
        goto again;
    return 9;
}
