// The same functions, each of which looks whether there is an item.

struct item {
    int value;
};

int first(const struct item *list, int strict) {
    if (!list)
        return strict ? -1 : 0;
    return list->value;
}

int only(const struct item *list) {
    return list ? list->value : 0;
}

/* Reads the value of an item. `item` may be NULL. */
int documented(const struct item *item) {
    return item ? item->value : 0;
}

int passed(const struct item *item) {
    return item ? item->value : 0;
}

int caller(int wanted) {
    return wanted > 7 ? passed((const struct item *)0) : 0;
}
