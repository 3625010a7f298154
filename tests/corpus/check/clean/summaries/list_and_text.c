// Three functions with many paths each are called one after the other, and nothing goes wrong.
//@ check: cost --max-revisits 8
//@ allow: input-depth
struct item {
    int weight;
    struct item *next;
};

static int load_of(const struct item *list) {
    int load = 0;
    for (; list; list = list->next) {
        load += list->weight > 3 ? 2 : 1;
        if (list->weight == 7)
            load += 5;
    }
    return load;
}

static int class_of(const char *label) {
    if (!label)
        return -1;
    if (label[0] == 'a')
        return 1;
    if (label[0] == 'b' && label[1] == 'c')
        return 2;
    return 0;
}

static int limited(int value, int least, int most) {
    if (value < least)
        return least;
    return value > most ? most : value;
}

int cost(const struct item *list, const char *label, int zone) {
    static const int fees[9] = {1, 1, 2, 3, 5, 8, 13, 21, 34};
    int total = load_of(list) + class_of(label) * 10;
    int place = limited(zone, 0, 8);
    if (total == 12)
        return fees[place];
    return total / (class_of(label) + 2);
}
