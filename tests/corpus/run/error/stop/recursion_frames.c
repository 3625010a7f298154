// Recursion without end, with large frames.
static int deep(int n) { char pad[1000]; pad[0] = (char)n; return pad[0] > 100 ? 0 : deep(n) + pad[0]; } //~ stack-overflow
int main(void) {
    return deep(1);
}
