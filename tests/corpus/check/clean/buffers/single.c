// A pointer that is only followed where it points is one object, whatever number stands beside it.
//@ check: * --pointers nonnull
//@ allow: input-size

int more(int *result, int count) {
    *result = count < 1000 ? count + 1 : 0;
    return 0;
}

int first(const int *values, int n) {
    return n > 0 ? values[0] : 0;
}

void positive(const int *values, int *found, int n) {
    int many = 0;
    for (int i = 0; i < n; i++)
        many += values[i] > 0;
    *found = many;
}

struct item {
    int price, weight;
};

void heavy(const struct item *items, int *found, int n) {
    int many = 0;
    for (int i = 0; i < n; i++)
        many += items[i].weight > 10;
    *found = many;
}
