// A variable-length array of negative length.
static int fill(int n) {
    int v[n]; //~ negative-size
    for (int i = 0; i < n; i++)
        v[i] = i;
    return n > 0 ? v[0] : 0;
}
int main(void) {
    return fill(3) + fill(-3);
}
