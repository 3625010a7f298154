// A callback takes a fraction and a structure beside the place it writes to.
struct range {
    double from, to;
};
typedef int (*measure)(double scale, int *steps, struct range range);

int steps_in(measure how) {
    struct range all = {0, 1};
    int steps;
    if (!how || !how(0.5, &steps, all))
        return 0;
    return steps > 0 ? 100 / steps : 0;
}
