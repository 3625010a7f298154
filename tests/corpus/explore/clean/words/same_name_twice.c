// Two inputs of one name are two inputs.
//@ paths: 2
//@ outcomes: 0 1
#include <coax.h>

int main(void) {
    int a = coax_int("x"), b = coax_int("x");
    if (a != b)
        return 1;
    return 0;
}
