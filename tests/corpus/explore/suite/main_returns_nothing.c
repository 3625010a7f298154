// `main` returns nothing: the status is what happens to be in a register, and no test expects one.
//@ coverage: full
//@ tests: 2
#include <coax.h>
#include <stdio.h>

void main(void) {
    if (coax_int("x") == 7)
        puts("seven");
    else
        puts("something else");
}
