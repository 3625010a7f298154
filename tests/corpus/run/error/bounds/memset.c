// memset clears sizeof of the wrong type.
#include <stdlib.h>
#include <string.h>
struct Big { char bytes[100]; };
int main(void) {
    char *p = malloc(60);
    memset(p, 0, 60);
    memset(p, 0, sizeof(struct Big)); //~ out-of-bounds
    free(p);
    return 0;
}
