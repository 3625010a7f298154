// Functions are called through pointers of their own type, of one that only differs in names, and
// of one without a prototype.
//@ check: call_any
typedef int number;
struct point;

static int whole(int x) { return x & 0xff; }
static int either(struct point *p) { return p != 0; }
static int none() { return 3; }

int call_any(int which) {
    number (*call)(number) = whole;
    int (*untyped)() = none;
    int (*taking)(struct point *) = either;
    if (which == 3)
        return untyped();
    if (which == 4)
        return taking(0);
    return call(300) == 44;
}
