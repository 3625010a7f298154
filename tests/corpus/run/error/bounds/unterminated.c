// strlen of a buffer that strncpy left without terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *b = malloc(5);
    strncpy(b, "exactly", 5);
    printf("%zu\n", strlen(b)); //~ out-of-bounds
    free(b);
    return 0;
}
