// Six independent decisions.
//@ paths: 64
//@ queries: <= 63
#include <coax.h>

// 2^6 paths; a tree of 64 leaves has 63 forks, and only the other side of a fork needs a question.
int main(void) {
    unsigned byte = coax_uint("byte");
    int set = 0;
    for (int i = 0; i < 6; i++)
        if (byte >> i & 1)
            set++;
    return set;
}
