// A step of zero is not divided by.
//@ check: meter_steps --pointers nonnull
#include "meter.h"

int meter_steps(const struct meter *m, int way) {
    return meter_step(m) ? (way & 255) / meter_step(m) : 0;
}
