// __builtin_unreachable was reached.
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    __builtin_unreachable(); //~ unreachable
}
int main(void) {
    return sign(3) + sign(-3) + sign(0);
}
