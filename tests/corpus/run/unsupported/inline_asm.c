// Inline assembly has no meaning in the bitcode.
#include <stdio.h>

int main(void) {
    unsigned long r;
    puts("before");
    __asm__ volatile("movq $7, %0" : "=r"(r)); //~ unsupported: inline assembly
    printf("%lu\n", r);
    return 0;
}
