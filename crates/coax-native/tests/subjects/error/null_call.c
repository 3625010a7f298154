int main(int argc, char **argv) {
    int (*f)(int) = 0;
    return f(argc); //~ null-dereference
}
