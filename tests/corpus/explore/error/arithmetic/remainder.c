// A byte-sized bucket count wraps to zero.
//@ paths: 2
#include <coax.h>

int main(void) {
    unsigned char buckets = (unsigned char)coax_uint("buckets");
    return 1000 % buckets == 1; //~ division-by-zero
}
