// A number is printed into a field of eight characters.
//@ check: label
#include <stdio.h>

char label(int number) {
    char field[8];
    sprintf(field, "%d", number); //~ out-of-bounds
    return field[0];
}
