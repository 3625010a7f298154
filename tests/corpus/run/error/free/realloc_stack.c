// realloc of a local array.
#include <stdlib.h>
static char *grow(char *p) {
    return realloc(p, 100); //~ invalid-free
}
int main(void) {
    char local[10] = "";
    free(grow(NULL));
    return grow(local)[0];
}
