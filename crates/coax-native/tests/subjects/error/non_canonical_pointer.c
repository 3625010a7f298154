int main(int argc, char **argv) {
    int *p = (int *)(0xdead00000000beefUL + (unsigned long)argc);
    return *p; //~ out-of-bounds
}
