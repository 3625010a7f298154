// The exit status is the low byte of the returned value.
//@ exit: 44
#include <stdio.h>

static int compute(void) {
    int v = 0;
    for (int i = 0; i < 25; i++)
        v += i;
    return v; /* 300 */
}

int main(void) {
    printf("returning %d\n", compute());
    return compute();
}
