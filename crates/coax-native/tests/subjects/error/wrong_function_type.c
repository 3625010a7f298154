static int twice(int x) {
    return 2 * x;
}

int main(int argc, char **argv) {
    int (*f)(double, char *) = (int (*)(double, char *))twice;
    return f(1.0, argv[0]); //~ bad-cast
}
