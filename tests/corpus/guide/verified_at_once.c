// All of a function is verified: no path of it is run to its end.
//@ explore: --entry weekday
//@ guide: off => completed 8, error 0
//@ guide: pv => completed 8, error 0, redundant 8, non-redundant 0, pruned 0
//@ guide: may => completed 0, error 0, redundant 1, non-redundant 0, pruned 1
//@ guide: must => completed 8, error 0, redundant 8, deferred 0
//@ guide: may+must => completed 0, error 0, pruned 1, deferred 0
int weekday(unsigned day) { //~ assume: false
    static const int hours[7] = {0, 8, 8, 8, 8, 6, 0};
    if (day >= 7)
        return -1;
    switch (day) {
    case 0:
        return 70;
    case 1:
        return 71;
    case 2:
        return 72;
    case 3:
        return 73;
    case 4:
        return 74;
    case 5:
        return 75;
    }
    return hours[day];
}
