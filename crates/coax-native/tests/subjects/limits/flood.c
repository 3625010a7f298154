#include <stdio.h>

int main(void) {
    for (;;)
        puts("The quick brown fox jumps over the lazy dog, again and again and again.");
}
