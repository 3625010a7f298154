static int deeper(int n) {
    volatile char pad[100];
    pad[0] = (char)n;
    return deeper(n + 1) + pad[0]; //~ stack-overflow
}

int main(void) {
    return deeper(0);
}
