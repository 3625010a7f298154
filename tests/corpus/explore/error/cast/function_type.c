// A function is called through a pointer of another type.
#include <coax.h>

static int low_byte(unsigned char x) { return x; }
static int whole(int x) { return x & 0xff; }

int main(void) {
    int (*call)(int) = whole;
    if (coax_bool("which"))
        call = (int (*)(int))low_byte;
    return call(300) == 44; //~ bad-cast
}
