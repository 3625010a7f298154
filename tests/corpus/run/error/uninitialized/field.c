// A field that an initialising function forgot.
struct Config { int width, height, depth; };
static void setup(struct Config *c) {
    c->width = 3;
    c->height = 4;
}
int main(void) {
    struct Config c;
    setup(&c);
    if (c.width && c.height)
        if (c.depth > 2) //~ uninitialized-read
            return 1;
    return 0;
}
