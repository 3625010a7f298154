// The middle of two indices without their sum.
int middle(int low, int high) {
    if (low < 0 || high < low)
        return -1;
    return low + (high - low) / 2;
}
