// The exact sequences of rand, srand, rand_r, random, srandom, initstate and the drand48 family.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    puts("");
    unsigned seeds[] = {0, 1, 42, 123456789, 4294967295u};
    for (int s = 0; s < 5; s++) {
        srand(seeds[s]);
        unsigned hash = 0;
        for (int i = 0; i < 1000; i++)
            hash = hash * 31 + (unsigned)rand();
        printf("%u: %u %d\n", seeds[s], hash, rand() % 100);
    }
    unsigned state = 7;
    for (int i = 0; i < 5; i++)
        printf("%d ", rand_r(&state));
    printf("%u\n", state);
    srandom(99);
    for (int i = 0; i < 5; i++)
        printf("%ld ", random());
    puts("");
    srand48(5);
    for (int i = 0; i < 3; i++)
        printf("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
    puts("");
    unsigned short x[3] = {1, 2, 3};
    printf("%.17g %ld %u\n", erand48(x), nrand48(x), x[0]);
    printf("%d\n", RAND_MAX);
    return 0;
}
