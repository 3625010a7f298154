// 64-bit multiplication overflows.
static long power(long b, int n) {
    long r = 1;
    while (n-- > 0)
        r *= b; //~ signed-overflow
    return r;
}
int main(void) {
    return (int)(power(10, 18) + power(10, 19));
}
