// Binary search in a table of fifteen.
//@ paths: 30
#include <coax.h>

static const int table[15] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};

// Found at one of 15 places, or missed in one of the 16 gaps, but nothing lies between 2 and 3.
int main(void) {
    int key = coax_int("key"), low = 0, high = 14;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 99;
}
