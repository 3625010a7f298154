// Inline assembly that computes nothing: barriers, hidden values, directives, hints.
#include <stdio.h>

static unsigned hide(unsigned x) {
    __asm__("" : "+r"(x));
    return x;
}

static void two(long *a, long *b) {
    __asm__ volatile("" : "+r"(*a), "+r"(*b)::"memory");
}

int main(void) {
    int in_memory = 7;
    long a = 1, b = 2;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile(".p2align 4");
    __asm__ volatile("pause");
    __asm__ volatile("# only a comment\n\tnop" : "+m"(in_memory));
    two(&a, &b);
    printf("%u %d %ld %ld\n", hide(41) + 1, in_memory, a, b);
    return 0;
}
