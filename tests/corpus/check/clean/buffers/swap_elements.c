// Elements are swapped at the caller's indices if there are such elements.
//@ check: swap_elements
//@ allow: input-size
void swap_elements(int *items, unsigned count, unsigned a, unsigned b) {
    if (items == 0 || a >= count || b >= count)
        return;
    int t = items[a];
    items[a] = items[b];
    items[b] = t;
}
