// The address of a member of a null pointer is taken, and nothing else is wrong.
#include <coax.h>
#include <stddef.h>

struct header {
    int length, kind;
};

int main(void) {
    struct header *none = NULL;
    int *kind = &none->kind;
    int sizes[3] = {4, 8, 16};
    int n = coax_int("n");
    if (n < 0 || n > 2 || kind == NULL)
        return 0;
    return sizes[n] == 4;
}
