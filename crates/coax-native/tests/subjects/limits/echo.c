/* Prints its arguments and its input. */
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("[%s]", argv[i]);
    for (int c; (c = getchar()) != EOF;)
        putchar(c);
    return 0;
}
