// A struct that the caller provides and an initialiser fills; without it, the others refuse it.
//@ coverage: full

struct counter {
    unsigned count, limit;
    int ready;
};

int counter_init(struct counter *counter, unsigned limit) {
    if (!counter || limit == 0)
        return -1;
    counter->count = 0;
    counter->limit = limit;
    counter->ready = 1;
    return 0;
}

int counter_step(struct counter *counter) {
    if (!counter || counter->ready != 1)
        return -1;
    if (counter->count < counter->limit) {
        counter->count++;
        return 0;
    }
    return 1;
}
