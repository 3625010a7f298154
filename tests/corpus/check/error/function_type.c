// A function is called through a pointer of another type.
//@ check: call_either
static int low_byte(unsigned char x) { return x; }
static int whole(int x) { return x & 0xff; }

int call_either(int which) {
    int (*call)(int) = whole;
    if (which == 3)
        call = (int (*)(int))low_byte;
    return call(300) == 44; //~ bad-cast
}
