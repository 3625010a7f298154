// Another file with a static helper.
extern int shared;
static int counter;
static int helper(int x) {
    static int calls = 10;
    return x * 3 + counter + ++calls;
}
int from_b(int x) {
    shared *= 2;
    counter += 1000;
    return helper(x);
}
