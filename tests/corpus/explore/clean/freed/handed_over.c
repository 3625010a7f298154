// Ownership moves to a global and back; nothing is lost.
//@ paths: 2
#include <coax.h>
#include <stdlib.h>

static char *kept;

static void keep(char *p) {
    free(kept);
    kept = p;
}

int main(void) {
    char *p = malloc(1);
    keep(p);
    if (coax_int("n") == 1)
        keep(malloc(2));
    keep(NULL);
    return kept != NULL;
}
