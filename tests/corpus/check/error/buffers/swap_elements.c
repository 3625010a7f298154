// Elements are swapped at the caller's indices.
//@ check: swap_elements
void swap_elements(int *items, unsigned count, unsigned a, unsigned b) {
    if (items == 0 || a > count || b >= count)
        return;
    int t = items[a]; //~ out-of-bounds
    items[a] = items[b];
    items[b] = t;
}
