// A call that is not followed leaves the unit incomplete.
//@ check: dimmed --call-depth 0
//@ bounded: call-depth
static unsigned half(unsigned level) { return level / 2; }

unsigned dimmed(unsigned level) {
    return half(level) + 1;
}
