// Two structures own the same block.
#include <stdlib.h>
struct Buffer { char *data; };
static void release(struct Buffer *b) {
    free(b->data); //~ double-free
    b->data = NULL;
}
int main(void) {
    struct Buffer a = {malloc(4)}, b = a;
    release(&a);
    release(&b);
    return 0;
}
