// A check of arguments at a function's entry is its precondition; a caller that violates it, and a check of a text, are defects.
//@ check: half --pointers nonnull
//@ check: before --pointers nonnull
//@ check: word --pointers nonnull
//@ check: late --pointers nonnull
#include <assert.h>

struct range {
    int from;
    int to;
};

int half(const struct range *range) {
    assert(range->from >= 0); //~ assertion in half graded misuse precondition
    return range->from / 2;
}

static int checked(int n) {
    assert(n != -1); //~ assertion in before graded defect values
    return n / 2;
}

int before(int n) {
    return n > -1000 && n < 1000 ? checked(n - 1) : 0;
}

int word(const char *text) {
    assert(text[0] != 'x'); //~ assertion in word graded defect values
    return text[0];
}

static int count;

int late(int n) {
    count++;
    assert(n != 3); //~ assertion in late graded defect values
    return n;
}
