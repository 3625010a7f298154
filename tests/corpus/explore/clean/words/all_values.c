// Each of Coax's words for a single value, each asked once.
//@ paths: 8
//@ outcomes: 0 1 2 3 4 5 6 7
#include <coax.h>

// Seven questions in a row, each with a way out, and the end.
int main(void) {
    if (coax_int("i") == -1)
        return 1;
    if (coax_uint("u") == 1)
        return 2;
    if (coax_char("c") == 'b')
        return 3;
    if (coax_long("l") == -5)
        return 4;
    if (coax_size("s") == 9)
        return 5;
    if (coax_float("f") == 1.0f)
        return 6;
    if (coax_double("d") == 2.0)
        return 7;
    return 0;
}
