// A whole structure is input; its fields are decided one by one.
//@ paths: 5
//@ outcomes: 0 1 2 3
#include <coax.h>

struct Order {
    unsigned amount;
    unsigned char kind;
    unsigned char urgent;
    unsigned short customer;
};

static int price_class(const struct Order *o) {
    if (o->amount == 0)
        return 0;
    if (o->kind == 2)
        return 2;
    if (o->urgent && o->amount > 2)
        return 3;
    return 1;
}

// Nothing ordered; kind 2; not urgent; urgent and many, or few. The customer is never asked.
int main(void) {
    struct Order o;
    coax_symbolic(&o, sizeof o, "order");
    return price_class(&o);
}
