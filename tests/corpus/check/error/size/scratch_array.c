// A scratch array of as many elements as the caller says, also none.
//@ check: scratch
int scratch(int n) {
    if (n > 6)
        return 0;
    int room[n]; //~ negative-size
    for (int i = 0; i < n; i++)
        room[i] = i;
    return n > 1 ? room[1] : 0;
}
