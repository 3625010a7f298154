// Freeing a local array.
#include <stdlib.h>
static void release(void *p) {
    free(p); //~ invalid-free
}
int main(void) {
    char local[16] = "";
    char *heap = malloc(16);
    release(heap);
    release(local);
    return 0;
}
