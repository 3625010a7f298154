// The old pointer after realloc.
#include <stdlib.h>
int main(void) {
    int *v = malloc(4 * sizeof *v), *old = v;
    v[0] = 1;
    v = realloc(v, 4000 * sizeof *v);
    int r = old[0]; //~ use-after-free
    free(v);
    return r;
}
