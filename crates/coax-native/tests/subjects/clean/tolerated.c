/* What the list of error kinds has no name for must not stop a run: unaligned access, arithmetic on
 * null, null with length 0, an allocation that fails. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char bytes[16] = {0};
    int *odd = (int *)(bytes + argc);
    *odd = 3;
    char *null = argc > 5 ? bytes : NULL;
    memcpy(null, null + 0, 0);
    void *huge = malloc(SIZE_MAX / (size_t)(argc + 1));
    if (huge)
        return 1;
    return *odd;
}
