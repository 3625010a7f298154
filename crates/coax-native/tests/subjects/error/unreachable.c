int main(int argc, char **argv) {
    if (argc < 5)
        __builtin_unreachable(); //~ unreachable
    return 0;
}
