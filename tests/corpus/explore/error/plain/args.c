// A plain program: an option without its value.
//@ explore: --symbolic-args 1,3
#include <stdlib.h>

static int verbosity(const char *value) {
    return value[0] - '0'; //~ null-dereference
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] == 'v' && argv[i][2] == 0)
            return verbosity(argv[i + 1]) == 9;
    return 0;
}
