// snprintf is told the wrong size.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *b = malloc(8);
    snprintf(b, 64, "%s", "does not fit in eight"); //~ out-of-bounds
    free(b);
    return 0;
}
