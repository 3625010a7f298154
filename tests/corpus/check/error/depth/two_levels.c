// The divisor becomes zero two calls further down.
//@ check: frames_per_step --call-depth 2
static void halve(int *value) { *value /= 8; }

static void slow_down(int *speed, int mode) {
    if (mode == 3)
        halve(speed);
}

int frames_per_step(int mode) {
    int speed = 6;
    slow_down(&speed, mode);
    return 60 / speed; //~ division-by-zero
}
