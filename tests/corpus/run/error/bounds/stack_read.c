// Reading past a local array at an index from outside.
//@ args: x y z
#include <stdio.h>
int main(int argc, char **argv) {
    int table[4] = {1, 2, 3, 4};
    (void)argv;
    printf("%d\n", table[argc - 1]);
    int i = argc;
    return table[i]; //~ out-of-bounds
}
