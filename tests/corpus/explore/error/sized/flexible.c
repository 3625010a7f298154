// The terminator of a message with a flexible array member is not counted.
//@ paths: <= 8
#include <coax.h>
#include <stdlib.h>

struct message {
    unsigned kind;
    unsigned len;
    char text[];
};

int main(void) {
    unsigned n = coax_uint("n");
    coax_assume(n <= 16);
    struct message *m = malloc(sizeof *m + n);
    if (!m)
        return 1;
    m->kind = 1;
    m->len = n;
    m->text[m->len] = 0; //~ out-of-bounds
    free(m);
    return 0;
}
