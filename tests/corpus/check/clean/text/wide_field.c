// A number is printed into a field of twelve characters.
//@ check: label
#include <stdio.h>

char label(int number) {
    char field[12];
    sprintf(field, "%d", number);
    return field[0];
}
