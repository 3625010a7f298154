// Writing to a constant table through a cast.
static const int table[4] = {1, 2, 3, 4};
static void set(int *p) {
    *p = 9; //~ out-of-bounds
}
int main(void) {
    set((int *)&table[2]);
    return table[2];
}
