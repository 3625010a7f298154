// The same functions, with arguments looked at before they are claimed to be right.
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
    return range->from >= 0 ? range->from / 2 : 0;
}

static int checked(int n) {
    assert(n != -1);
    return n / 2;
}

int before(int n) {
    return n > 0 && n < 1000 ? checked(n - 1) : 0;
}

int word(const char *text) {
    return text[0] != 'x' ? text[0] : 0;
}

static int count;

int late(int n) {
    count = 1;
    return n != 3 ? n : 0;
}
