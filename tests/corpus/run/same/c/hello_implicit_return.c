// main without a return statement ends with 0.
//@ exit: 0
#include <stdio.h>

int main(void) {
    int unused_result = puts("no return here");
    if (unused_result < 0)
        return 3;
    fprintf(stderr, "to stderr %d\n", 1);
    fputs("mixed\n", stdout);
    fputs("again\n", stderr);
    perror("perror without error");
}
