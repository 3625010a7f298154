// A union of numbers and pointers, with what each member may be ruled out; and one of pointers to
// different things, none of which is too short for being taken for another.
//@ check: * --pointers nonnull
//@ allow: input-depth object-size untyped-pointer input-size revisits
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
    return v->kind == NUMBER && v->as.number > 42 ? 10 / (v->as.number - 42) : 0;
}

int whole(const struct value *v) {
    return v->kind == FRACTION && v->as.fraction > 0 && v->as.fraction < 10 ? (int)v->as.fraction : 0;
}

int named(const struct value *v) {
    if (v->kind != NAME || !v->as.name || strcmp(v->as.name, "go") != 0)
        return 0;
    return 10 / (v->kind - 1);
}

union word {
    void *pointer;
    long number;
};

int same(union word w) {
    return w.number == 0x1234 ? 1 / (int)(w.number - 0x1233) : 0;
}

struct tree {
    enum kind kind;
    union {
        const char *name;
        struct tree *first;
        struct {
            struct tree *left, *right;
        } both;
    } as;
};

int first_kind(const struct tree *t) {
    if (t->kind == LIST && t->as.first)
        return t->as.first->kind == NAME;
    if (t->kind == NAME && t->as.name)
        return t->as.name[0] == 'x';
    return 0;
}
