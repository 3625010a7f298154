// A negative status becomes 255.
//@ exit: 255
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *why) {
    fprintf(stderr, "failed: %s\n", why);
    exit(-1);
}

int main(void) {
    puts("before");
    fail("on purpose");
}
