// One kind of record is wrong if it is well formed. What the function that tells kinds does for it is shown by a test
// that ends well, too, also where the inputs that were found for it first do not.
#include <coax.h>

static int kind(unsigned char c) {
    switch (c) {
    case 1: return 1;
    case 7: return 2;
    default: return 0;
    }
}

static int is_well_formed(unsigned char c) {
    if (c == 77)
        return 0;
    if (c == 78)
        return 0;
    return 1;
}

int main(void) {
    unsigned char record[2];
    coax_symbolic(record, sizeof record, "record");
    int known = kind(record[0]);
    if (!known)
        return 0;
    if (!is_well_formed(record[1]))
        return 0;
    coax_assert(record[0] != 7); //~ assertion
    return 0;
}
