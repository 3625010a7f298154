// memcpy of more than the destination holds.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char source[32] = "0123456789";
    char *to = malloc(16);
    memcpy(to, source, 16);
    memcpy(to, source, sizeof source); //~ out-of-bounds
    free(to);
    return 0;
}
