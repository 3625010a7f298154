// getopt over two unknown arguments.
//@ explore: --symbolic-args 2,2
//@ outcomes: 0 1 2 3 4
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int option, verbose = 0, level = 0;
    while ((option = getopt(argc, argv, "vn:")) != -1) {
        if (option == 'v')
            verbose++;
        else if (option == 'n')
            level = atoi(optarg);
        else
            return 2;
    }
    if (verbose == 2)
        return 3;
    if (level == 7)
        return 4;
    return optind < argc;
}
