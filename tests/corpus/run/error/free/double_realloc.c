// Freeing the old block after a successful realloc.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, 100000);
    free(p); //~ double-free
    free(q);
    return 0;
}
