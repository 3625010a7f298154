// An index that was set on one side only.
#include <coax.h>

int main(void) {
    static const int prices[4] = {5, 10, 15, 20};
    unsigned item;
    if (coax_bool("known"))
        item = 2;
    return prices[item & 3] > 12; //~ uninitialized-read
}
