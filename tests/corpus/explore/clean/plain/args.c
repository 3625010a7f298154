// A plain program with two options.
//@ explore: --symbolic-args 2,2
//@ outcomes: 0 1 2 3
#include <string.h>

int main(int argc, char **argv) {
    int r = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            r |= 1;
        if (strcmp(argv[i], "-q") == 0)
            r |= 2;
    }
    return r;
}
