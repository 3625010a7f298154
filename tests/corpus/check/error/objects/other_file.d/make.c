// Makes meters; other files know only that there are such.
#include <stdlib.h>

#include "meter.h"

struct meter {
    int step;
};

struct meter *meter_new(int step) {
    struct meter *m = malloc(sizeof *m);
    if (m)
        m->step = step & 3;
    return m;
}

int meter_step(const struct meter *m) {
    return m->step;
}
