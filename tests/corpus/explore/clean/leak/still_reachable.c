// Memory that a global still points to at exit is not lost.
//@ paths: 2
#include <coax.h>
#include <stdlib.h>

static char *cache;

int main(void) {
    if (coax_int("n") == 2)
        cache = malloc(32);
    return 0;
}
