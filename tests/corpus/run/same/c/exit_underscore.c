// _Exit runs no handlers and flushes nothing.
//@ exit: 7
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { fputs("handler must not run\n", stderr); }

int main(void) {
    atexit(handler);
    fputs("flushed\n", stdout);
    fflush(stdout);
    fputs("lost in the buffer", stdout);
    fputs("unbuffered\n", stderr);
    _Exit(7);
}
