int main(int argc, char **argv) {
    return 7 / (argc - 1); //~ division-by-zero
}
