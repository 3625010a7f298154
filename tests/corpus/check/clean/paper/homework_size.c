// A homework of the text: the number is looked at before the array is made.
#include <stdlib.h>

int count_primes(short limit) {
    if (limit < 2 || limit > 12)
        return 0;
    char *composite = calloc((size_t)(limit - 1), 1);
    if (!composite)
        return -1;
    int primes = 0;
    for (int i = 2; i <= limit; i++) {
        if (composite[i - 2])
            continue;
        primes++;
        for (int k = 2 * i; k <= limit; k += i)
            composite[k - 2] = 1;
    }
    free(composite);
    return primes;
}
