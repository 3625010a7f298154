// One of the files with a static helper.
extern int shared;
static int counter = 200;
static int helper(int x) {
    static int calls;
    return x * 2 + counter + ++calls;
}
int from_a(int x) {
    shared += x;
    return helper(x);
}
