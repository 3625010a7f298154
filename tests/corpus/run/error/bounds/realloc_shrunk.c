// The tail is gone after realloc to a smaller size.
#include <stdlib.h>
int main(void) {
    int *v = malloc(100 * sizeof *v);
    v[50] = 7;
    v = realloc(v, 10 * sizeof *v);
    v[9] = 1;
    int r = v[10]; //~ out-of-bounds
    free(v);
    return r;
}
