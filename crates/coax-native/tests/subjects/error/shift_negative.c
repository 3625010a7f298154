int main(int argc, char **argv) {
    return 1 >> (argc - 2); //~ shift-out-of-range
}
