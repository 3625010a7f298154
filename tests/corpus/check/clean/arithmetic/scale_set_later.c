// A divisor that a function sets, and that is one until then.
//@ check: scaled
static int scale = 1;

void set_scale(int given) {
    if (given > 0)
        scale = given;
}

static int current_scale(void) { return scale; }

int scaled(unsigned char value) {
    return value / current_scale();
}
