// The second level is where the divisor would become zero, and it is not followed.
//@ check: frames_per_step --call-depth 1
//@ allow: call-depth
static void halve(int *value) { *value /= 8; }

static void slow_down(int *speed, int mode) {
    if (mode == 3)
        halve(speed);
}

int frames_per_step(int mode) {
    int speed = 6;
    slow_down(&speed, mode);
    return 60 / speed;
}
