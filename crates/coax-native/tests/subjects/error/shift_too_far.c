int main(int argc, char **argv) {
    return 1u << (argc + 31); //~ shift-out-of-range
}
