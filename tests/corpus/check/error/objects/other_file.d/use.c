// A type that is only declared here comes from the file that makes it; its step may be zero.
//@ check: meter_steps --pointers nonnull
#include "meter.h"

int meter_steps(const struct meter *m, int way) {
    return (way & 255) / meter_step(m); //~ division-by-zero assuming nothing
}
