// A table that is made before anybody looks into it.
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
    if (slot >= 8 || (!table && !make_table()))
        return 0;
    return table->entries[slot];
}
