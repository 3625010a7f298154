// Small types are computed in int, where nothing can overflow.
//@ paths: 1
#include <coax.h>

int main(void) {
    signed char a = coax_char("a"), b = coax_char("b");
    int sum = a + b, product = a * b, difference = a - b;
    signed char cut = (signed char)(sum + product + difference);
    return cut == 3;
}
