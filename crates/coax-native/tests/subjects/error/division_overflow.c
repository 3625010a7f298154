int main(int argc, char **argv) {
    int x = -2147483647 - argc;
    return x / -argc; //~ signed-overflow
}
