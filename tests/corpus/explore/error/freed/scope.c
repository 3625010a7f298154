// A pointer to a variable of an inner block is used after the block.
#include <coax.h>

int main(void) {
    int fallback = 1;
    int *chosen = &fallback;
    if (coax_bool("use")) {
        int inner = 2;
        chosen = &inner;
    }
    return *chosen; //~ use-after-free
}
