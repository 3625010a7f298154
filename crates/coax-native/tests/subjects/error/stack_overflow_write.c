static void fill(int *a, int n) {
    for (int i = 0; i <= n; i++)
        a[i] = i; //~ out-of-bounds
}

int main(void) {
    int a[4];
    fill(a, 4);
    return a[0];
}
