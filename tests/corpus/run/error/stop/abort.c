// The program gives up.
#include <stdio.h>
#include <stdlib.h>
static void fatal(const char *why) {
    fprintf(stderr, "fatal: %s\n", why);
    abort(); //~ abort
}
int main(void) {
    fatal("nothing works");
    return 0;
}
