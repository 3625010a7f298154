// An int that nobody catches.
static int check(int x) {
    if (x > 2)
        throw x; //~ uncaught-exception
    return x;
}
int main() {
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += check(i);
    return sum;
}
