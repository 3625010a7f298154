// The options of a plain program, given as arguments of its tests.
//@ explore: --symbolic-args 1,2
//@ coverage: full
//@ outcomes: 0 1 2 3
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            return 1;
        switch (argv[i][1]) {
        case 'h':
            puts("usage: options [-h] [-n]");
            return 2;
        case 'n':
            return 3;
        }
    }
    return 0;
}
