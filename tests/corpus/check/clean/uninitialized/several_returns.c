// Whatever is returned was written.

int chosen(int which) {
    int found = 0;
    if (which == 1)
        return 0;
    if (which > 5)
        found = 3;
    return found;
}

int last(int count) {
    int values[4];
    for (int i = 0; i < 4; i++)
        values[i] = i;
    if (count == 0)
        return 7;
    {
        int at = 3;
        return values[at];
    }
}
