// The sum of two indices does not fit, their middle would.
int middle(int low, int high) {
    if (low < 0 || high < low)
        return -1;
    return (low + high) / 2; //~ signed-overflow assuming nothing
}
