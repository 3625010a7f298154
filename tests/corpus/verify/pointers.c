// What is known of pointers: from a test, from an access before, from an allocation.
#include <stdlib.h>

struct pair {
    int first, second;
};

int own(void) {
    int value = 1;
    int *p = &value;
    return *p; //~ verified: null-dereference out-of-bounds use-after-free uninitialized-read
}

int twice(int *p) {
    int a = *p; //~ open: null-dereference; verified if: out-of-bounds use-after-free
    return a ^ *p; //~ verified: null-dereference out-of-bounds use-after-free
}

int asked(struct pair *pair) {
    if (!pair)
        return 0;
    return pair->second; //~ verified if: null-dereference out-of-bounds use-after-free
}

int after_a_call(int *p, void (*f)(void)) {
    int a = *p;
    f();
    return a ^ *p; //~ verified: null-dereference; verified if: out-of-bounds use-after-free
}

int allocated(void) {
    struct pair *pair = malloc(sizeof *pair);
    if (!pair)
        return 0;
    pair->first = 1; //~ verified: null-dereference out-of-bounds use-after-free
    int first = pair->first;
    free(pair); //~ verified: double-free invalid-free
    return first;
}

int not_asked(void) {
    int *p = malloc(sizeof *p);
    *p = 1; //~ open: null-dereference; verified: out-of-bounds use-after-free
    free(p);
    return 0;
}

int freed(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    free(p);
    return *p; //~ open: use-after-free out-of-bounds; verified: null-dereference
}

int one_of_two(int which) {
    int a = 1, b = 2;
    int *p = which ? &a : &b;
    *p = 0;
    return 1 / a; //~ open: division-by-zero
}

struct list {
    int value;
    struct list *next;
};

int second(struct list *list) {
    if (!list || !list->next)
        return 0;
    return list->next->value; //~ verified if: null-dereference out-of-bounds use-after-free
}

int sum(struct list *list) {
    unsigned sum = 0;
    for (; list; list = list->next) //~ verified if: uninitialized-read
        sum += list->value; //~ verified if: null-dereference use-after-free out-of-bounds
    return sum;
}

int null_or_own(int which) {
    int a = 1;
    int *p = which ? &a : 0;
    return *p; //~ open: null-dereference; verified: out-of-bounds
}

int null_or_accessed(int which, int *q) {
    int a = *q;
    int *p = which ? q : 0;
    return a ^ *p; //~ open: null-dereference
}

static char page[8192];

int far_from_null(int which) {
    char *p = which ? page : 0;
    return p[5000]; //~ open: null-dereference out-of-bounds
}
