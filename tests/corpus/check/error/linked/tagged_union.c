// A union of numbers and pointers: each member is what the code takes it for.
//@ check: * --pointers nonnull
#include <string.h>

enum kind { NUMBER, FRACTION, NAME, LIST };

struct value {
    enum kind kind;
    union {
        int number;
        double fraction;
        char *name;
    } as;
};

int number(const struct value *v) {
    return v->kind == NUMBER && v->as.number > 40 ? 10 / (v->as.number - 42) : 0; //~ division-by-zero in number assuming fields
}

int whole(const struct value *v) {
    return v->kind == FRACTION ? (int)v->as.fraction : 0; //~ float-cast-overflow in whole assuming fields
}

int named(const struct value *v) {
    if (v->kind != NAME || !v->as.name || strcmp(v->as.name, "go") != 0)
        return 0;
    return 10 / (v->kind - 2); //~ division-by-zero in named
}

union word {
    void *pointer;
    long number;
};

int same(union word w) {
    return w.number == 0x1234 ? 1 / (int)(w.number - 0x1234) : 0; //~ division-by-zero in same
}
