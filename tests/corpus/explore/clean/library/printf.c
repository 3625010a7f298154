// Printing a symbolic value decides nothing.
//@ paths: 1
//@ queries: <= 4
#include <coax.h>
#include <stdio.h>

int main(void) {
    int n = coax_int("n");
    char c = coax_char("c");
    printf("n = %d, c = %c, hex %x\n", n, c, (unsigned)n);
    return 0;
}
