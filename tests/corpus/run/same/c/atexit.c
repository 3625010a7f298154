// atexit handlers run in reverse order, may register more, and may not change the exit code.
//@ exit: 37
#include <stdio.h>
#include <stdlib.h>

static int counter;
static void handler(void) { printf("handler %d\n", ++counter); }
static void late(void) { puts("registered late"); }
static void registers(void) {
    puts("registers");
    atexit(late);
}
static void first(void) { puts("first registered, last run"); }
static void nested(int depth) {
    if (depth == 0) {
        fputs("exiting\n", stderr);
        exit(37);
    }
    nested(depth - 1);
    puts("not reached");
}

int main(void) {
    atexit(first);
    for (int i = 0; i < 3; i++)
        atexit(handler);
    atexit(registers);
    printf("unflushed text without a newline: ");
    nested(5);
    return 1;
}
