// The function itself is verified, but not what it calls: the error there is found, what comes after it is pruned.
//@ explore: --entry caller
//@ guide: off => completed 4, error 1
//@ guide: pv => completed 4, error 1, redundant 2, non-redundant 3, failing 1, pruned 0
//@ guide: may => completed 0, error 1, redundant 1, non-redundant 2, failing 1, pruned 2
//@ guide: may+must => completed 0, error 1, redundant 1, non-redundant 2, failing 1, pruned 2
static const int table[4] = {1, 2, 3, 4};

static int at(unsigned index) {
    return table[index % 5];
}

int caller(unsigned index, int how) {
    if (how == 0) {
        if (index == 3) //~ assume: false
            return 7;
        return 8;
    }
    int found = at(index);
    return found > 2 ? found : 0; //~ assume: false
}
