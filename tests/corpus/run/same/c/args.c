// argc and argv: order, blanks, empty strings, option parsing, writing into argv.
//@ args: -n 12 --name=value "two words" "" -- -x last
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d %d\n", argc, argv[argc] == NULL);
    int n = 0, rest = 0;
    const char *name = "none";
    for (int i = 1; i < argc; i++) {
        printf("%d [%s] %zu\n", i, argv[i], strlen(argv[i]));
        if (rest)
            continue;
        if (strcmp(argv[i], "--") == 0)
            rest = i;
        else if (strcmp(argv[i], "-n") == 0)
            n = atoi(argv[++i]);
        else if (strncmp(argv[i], "--name=", 7) == 0)
            name = argv[i] + 7;
    }
    printf("%d %s %d\n", n, name, rest);
    for (char *p = argv[argc - 1]; *p; p++)
        *p = (char)toupper((unsigned char)*p);
    puts(argv[argc - 1]);
    return 0;
}
