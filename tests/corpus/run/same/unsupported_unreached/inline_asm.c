// Inline assembly that is never executed does no harm.
#include <stdio.h>

static unsigned long stamp(int really) {
    unsigned long r = 5;
    if (really)
        __asm__ volatile("movq $7, %0" : "=r"(r));
    return r;
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%lu\n", stamp(argc > 5));
    return 0;
}
