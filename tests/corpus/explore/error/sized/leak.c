// A block of any size is forgotten, but not the one it points to from a place nobody knows.
#include <coax.h>
#include <stdlib.h>

static char **kept;

int main(void) {
    unsigned n = coax_uint("n"), k = coax_uint("k");
    if (n < 1 || n > 8 || k >= n)
        return 0;
    kept = calloc(n, sizeof *kept);
    if (!kept)
        return 1;
    kept[k] = malloc(5);
    char *lost = malloc(n); //~ memory-leak
    return lost == 0;
}
