/* Allocates, frees, prints, divides: nothing to see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *copy = malloc(strlen(argv[0]) + 1);
    if (!copy)
        return 1;
    strcpy(copy, argv[0]);
    printf("%d\n", 12 / argc);
    free(copy);
    return 3;
}
