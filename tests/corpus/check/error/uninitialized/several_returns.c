// The value that is returned unwritten: the place is that of the return, not the end of the function.

int chosen(int which) {
    int found;
    if (which == 1)
        return 0;
    if (which > 5)
        found = 3;
    return found; //~ uninitialized-read in chosen
}

int last(int count) {
    int values[4];
    for (int i = 0; i < 3; i++)
        values[i] = i;
    if (count == 0)
        return 7;
    {
        int at = 3;
        return values[at]; //~ uninitialized-read in last
    }
}
