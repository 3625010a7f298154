// A null argument is a defect where the project tolerates null for that parameter, else a misuse.
//@ check: first
//@ check: only
//@ check: documented
//@ check: passed

struct item {
    int value;
};

int first(const struct item *list, int strict) {
    if (strict && !list)
        return -1;
    return list->value; //~ null-dereference in first graded defect tolerated-null
}

int only(const struct item *list) {
    return list->value; //~ null-dereference in only graded misuse null-argument
}

/* Reads the value of an item. `item` may be NULL. */
int documented(const struct item *item) {
    return item->value; //~ null-dereference in documented graded defect tolerated-null
}

int passed(const struct item *item) {
    return item->value; //~ null-dereference in passed graded defect tolerated-null
}

/* Its error is the one in `passed`. */
int caller(int wanted) {
    return wanted > 7 ? passed((const struct item *)0) : 0;
}
