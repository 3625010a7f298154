// A message with a flexible array member that is long enough.
//@ paths: <= 20
//@ outcomes: 0
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
    struct message *m = malloc(sizeof *m + n + 1);
    if (!m)
        return 1;
    m->kind = 1;
    m->len = n;
    m->text[m->len] = 0;
    int r = m->kind != 1 || m->len != n || m->text[n] != 0;
    free(m);
    return r;
}
