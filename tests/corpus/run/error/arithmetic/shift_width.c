// Shifting by the full width.
static unsigned mask(int bits) {
    return (1u << bits) - 1; //~ shift-out-of-range
}
int main(void) {
    return (int)(mask(31) + mask(32));
}
