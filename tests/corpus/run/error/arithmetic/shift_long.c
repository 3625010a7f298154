// 64-bit shift by 64.
int main(void) {
    unsigned long bits = 1, all = 0;
    for (int i = 0; i <= 64; i += 8)
        all |= bits << i; //~ shift-out-of-range
    return all != 0;
}
