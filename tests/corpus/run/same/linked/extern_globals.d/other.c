// Definitions of the shared globals.
#include "shared.h"

const int table[] = {1, 4, 9, 16};
const int table_size = sizeof table / sizeof *table;
int (*transform)(int);
const char *names[3] = {"zero", "one", "two"}, **last_name = &names[2];

int apply(int x) {
    tentative++;
    return transform ? transform(x) : x;
}
const char *describe(void) {
    config.level += tentative;
    return config.name;
}
