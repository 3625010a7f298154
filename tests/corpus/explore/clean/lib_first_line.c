// A line of standard input ends at each place it can end at, or with the input.
//@ explore: --symbolic-stdin 4
//@ paths: 6
//@ outcomes: 0 1 2
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 9;
    if (strcmp(line, "ok\n") == 0)
        return 1;
    if (!feof(stdin))
        return 2;
    return 0;
}
