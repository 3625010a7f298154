// Shifting by a negative amount.
static int scale(int x, int by) {
    return x >> by; //~ shift-out-of-range
}
int main(void) {
    return scale(100, 2) + scale(100, -2);
}
