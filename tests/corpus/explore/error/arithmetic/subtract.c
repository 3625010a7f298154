// Comparing by subtraction overflows for numbers far apart.
//@ paths: 3
#include <coax.h>

static int compare(int a, int b) {
    return a - b; //~ signed-overflow
}

int main(void) {
    int a = coax_int("a"), b = coax_int("b");
    return compare(a, b) == 0;
}
