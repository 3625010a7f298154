// An unset variable passed to a function.
static int square(int x) { return x * x; }
int main(int argc, char **argv) {
    (void)argv;
    int x;
    if (argc > 5)
        x = 3;
    return square(x); //~ uninitialized-read
}
