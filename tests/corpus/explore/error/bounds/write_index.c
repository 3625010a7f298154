// A write through an index that only the sum with an offset keeps inside, or not.
#include <coax.h>

static int cells[8];

int main(void) {
    unsigned slot = coax_uint("slot");
    if (slot > 5)
        return 1;
    cells[slot + 3] = 1; //~ out-of-bounds
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += cells[i];
    return sum != 1;
}
