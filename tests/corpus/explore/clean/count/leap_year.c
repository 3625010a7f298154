// Leap years: three questions, four answers.
//@ paths: 4
//@ outcomes: 0 1
#include <coax.h>

int main(void) {
    unsigned y = coax_uint("y");
    if (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0))
        return 1;
    return 0;
}
