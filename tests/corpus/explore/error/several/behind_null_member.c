// UndefinedBehaviorSanitizer stops at the member of a null pointer whose address alone is taken: the error is behind it.
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
    if (n < 0 || n > 3 || kind == NULL)
        return 0;
    return sizes[n] == 4; //~ out-of-bounds
}
