// An eight-byte read that starts inside a block and ends outside it.
#include <stdlib.h>
#include <string.h>
typedef struct __attribute__((packed)) { long v; } Unaligned;
int main(void) {
    char *b = calloc(1, 12);
    long first = ((Unaligned *)(b + 4))->v;
    long second = ((Unaligned *)(b + 5))->v; //~ out-of-bounds
    free(b);
    return (int)(first + second);
}
