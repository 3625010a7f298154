// Arithmetic in nested loops: the plainest measure of instructions per second.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    uint32_t size = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 24000;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = 0; j < 10000; j++)
            sum = (sum ^ j) + i;
    printf("%u\n", sum);
    return 0;
}
