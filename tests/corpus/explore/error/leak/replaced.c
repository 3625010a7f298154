// Assigning twice loses the first block.
#include <coax.h>
#include <stdlib.h>

struct Slot {
    int *value;
};

static void set(struct Slot *s, int v) {
    s->value = malloc(sizeof *s->value); //~ memory-leak
    if (s->value)
        *s->value = v;
}

int main(void) {
    struct Slot s = {0};
    set(&s, 1);
    if (coax_bool("op"))
        set(&s, 2);
    free(s.value);
    return 0;
}
