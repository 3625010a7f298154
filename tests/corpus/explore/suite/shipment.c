// A structure as input: its tests show field by field what matters.
//@ coverage: full
//@ outcomes: 1 2 3 4
#include <coax.h>

struct Parcel {
    unsigned grams;
    unsigned char fragile;
    unsigned char zone;
    unsigned short code;
};

static int rate(const struct Parcel *p) {
    if (p->grams > 5000)
        return 4;
    if (p->fragile)
        return 3;
    switch (p->zone) {
    case 1: return 1;
    default: return 2;
    }
}

int main(void) {
    struct Parcel p;
    coax_symbolic(&p, sizeof p, "parcel");
    return rate(&p);
}
