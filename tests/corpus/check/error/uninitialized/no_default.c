// A unit that is in no case leaves the factor as it was.
//@ check: is_large
int is_large(int unit, unsigned amount) {
    unsigned factor;
    switch (unit) {
    case 'k':
        factor = 1000;
        break;
    case 'm':
        factor = 1000000;
        break;
    }
    if (amount * factor > 5000) //~ uninitialized-read
        return 1;
    return 0;
}
