// free(NULL) does nothing.
//@ paths: 2
#include <coax.h>
#include <stdlib.h>

int main(void) {
    char *p = NULL;
    if (coax_int("n") > 1)
        p = malloc(4);
    free(p);
    return 0;
}
