// Past the end of a variable-length array.
static int last(int n, int at) {
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[at]; //~ out-of-bounds
}
int main(void) {
    return last(5, 4) + last(5, 5);
}
