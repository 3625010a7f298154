// getopt over short options with and without arguments.
//@ args: -a -b value -cjoined -ab2 file1 -q file2
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c;
    opterr = 0;
    while ((c = getopt(argc, argv, "+ab:c:")) != -1) {
        if (c == '?')
            printf("unknown %c\n", optopt);
        else
            printf("%c %s\n", c, optarg ? optarg : "-");
    }
    for (; optind < argc; optind++)
        puts(argv[optind]);
    return 0;
}
