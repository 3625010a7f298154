//@ flavour: memory-eager
#include <stdio.h>

int main(int argc, char **argv) {
    int total;
    if (argc > 100)
        total = 1;
    printf("%d\n", total); //~ uninitialized-read
    return 0;
}
