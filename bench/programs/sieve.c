// Byte-wise memory: the sieve of Eratosthenes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t limit = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000000;
    unsigned char *composite = calloc(limit + 1, 1);
    size_t count = 0, last = 0;
    for (size_t i = 2; i <= limit; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (size_t j = i * i; j <= limit; j += i)
            composite[j] = 1;
    }
    printf("%zu %zu\n", count, last);
    free(composite);
    return 0;
}
