// The number of missing bits is negative when there are enough.
#include <coax.h>

int main(void) {
    int have = coax_int("have"), want = coax_int("want");
    coax_assume(have >= 0);
    coax_assume(have <= 8);
    coax_assume(want >= 0);
    coax_assume(want <= 8);
    return 1 << (want - have) > 4; //~ shift-out-of-range
}
