// A homework of the text: the array is made before the number is looked at.
#include <stdlib.h>

int count_primes(short limit) {
    if (limit > 12)
        return 0;
    char *composite = calloc((size_t)(limit - 1), 1); //~ negative-size
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
