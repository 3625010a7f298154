// What the world says is the bound of a loop over a fixed array.
//@ check: load_names
#include <stddef.h>

int count_files(int directory);

static int ids[16];

int load_names(int directory) {
    int count = count_files(directory);
    for (int i = 0; i < count; i++)
        ids[i] = directory; //~ out-of-bounds assuming stub
    return ids[0];
}
