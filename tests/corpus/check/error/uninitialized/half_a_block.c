// Half of a block is set, all of it is looked at.
//@ check: any_set
#include <stdlib.h>

int any_set(unsigned char value) {
    unsigned char *flags = malloc(4);
    if (flags == NULL)
        return -1;
    flags[0] = value;
    flags[1] = value;
    int found = 0;
    for (int i = 0; i < 4; i++)
        if (flags[i] != 0) //~ uninitialized-read
            found = 1;
    free(flags);
    return found;
}
