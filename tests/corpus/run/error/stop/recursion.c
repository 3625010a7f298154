// Recursion without end.
static int down(int n) { return n == -1 ? 0 : down(n & 0xffff) + 1; } //~ stack-overflow
int main(void) {
    return down(5);
}
