// What the world says is the bound of a loop over a fixed array, after a look at it.
//@ check: load_names
//@ allow: external
#include <stddef.h>

int count_files(int directory);

static int ids[16];

int load_names(int directory) {
    int count = count_files(directory);
    if (count > 16)
        count = 16;
    for (int i = 0; i < count; i++)
        ids[i] = directory;
    return ids[0];
}
