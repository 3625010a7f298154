// A sum that overflows, and behind it a write past a block.
#include <limits.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    int wrapped = INT_MAX - 1 + 2 * argc;
    char *block = malloc(8);
    if (wrapped < 0)
        block[argc + 7] = 1;
    free(block);
    return 0;
}
