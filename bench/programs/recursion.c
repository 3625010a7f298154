// Calls: naive Fibonacci.
#include <stdio.h>
#include <stdlib.h>

static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(int argc, char **argv) {
    unsigned size = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 37;
    printf("%u\n", fib(size));
    return 0;
}
