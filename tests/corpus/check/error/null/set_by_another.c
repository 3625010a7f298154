// A table that another function makes: whoever looks into it first finds none.
//@ check: entries_of
#include <stdlib.h>

struct table {
    int entries[8];
};

static struct table *table;

int make_table(void) {
    table = calloc(1, sizeof *table);
    return table != NULL;
}

int entries_of(unsigned slot) {
    if (slot >= 8)
        return 0;
    return table->entries[slot]; //~ null-dereference assuming globals
}
