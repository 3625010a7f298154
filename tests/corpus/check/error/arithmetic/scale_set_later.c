// A divisor that a function sets, and that the others find at zero until then.
//@ check: scaled
static int scale;

void set_scale(int given) {
    if (given > 0)
        scale = given;
}

static int current_scale(void) { return scale; }

int scaled(unsigned char value) {
    return value / current_scale(); //~ division-by-zero assuming globals
}
