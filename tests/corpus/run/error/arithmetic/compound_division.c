// A compound assignment divides by zero in a loop.
int main(void) {
    int x = 1000;
    for (int i = 5; i >= 0; i--)
        x /= i; //~ division-by-zero
    return x;
}
