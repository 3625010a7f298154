// strcpy of an argument into a small buffer.
//@ args: a-long-argument
#include <stdio.h>
#include <string.h>
static void greet(const char *name) {
    char buffer[8];
    strcpy(buffer, name); //~ out-of-bounds
    printf("hello %s\n", buffer);
}
int main(int argc, char **argv) {
    greet("bob");
    greet(argv[argc - 1]);
    return 0;
}
