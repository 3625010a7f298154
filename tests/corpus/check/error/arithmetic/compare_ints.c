// Two integers are compared by their difference.
//@ check: compare_ints --pointers nonnull
int compare_ints(const void *left, const void *right) {
    const int *a = left;
    const int *b = right;
    return *a - *b; //~ signed-overflow
}
