// Branching on a variable that one path never set.
#include <stdio.h>
int main(int argc, char **argv) {
    int found;
    for (int i = 1; i < argc; i++)
        found = argv[i][0] == 'x';
    if (found) //~ uninitialized-read
        puts("found");
    return 0;
}
