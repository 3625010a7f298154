// Beside a pointer to one object, the number still states the length of the buffer.
//@ check: * --pointers nonnull

int first(const int *values, int n) {
    return values[0]; //~ out-of-bounds in first
}

void positive(const int *values, int *found, int n) {
    int many = 0;
    for (int i = 0; i <= n; i++)
        many += values[i] > 0; //~ out-of-bounds in positive
    *found = many;
}

struct item {
    int price, weight;
};

void heavy(const struct item *items, int *found, int n) {
    int many = 0;
    for (int i = 0; i <= n; i++)
        many += items[i].weight > 10; //~ out-of-bounds in heavy
    *found = many;
}
