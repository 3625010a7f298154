// Factorials leave the range of int.
static int factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1); //~ signed-overflow
}
int main(void) {
    return factorial(12) == 479001600 ? factorial(13) : 0;
}
