// A unit that is in no case has the factor one.
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
    default:
        factor = 1;
    }
    if (amount * factor > 5000)
        return 1;
    return 0;
}
