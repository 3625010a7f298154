int main(int argc, char **argv) {
    int *p = (int *)(0x123456789000UL + (unsigned long)argc);
    return *p; //~ out-of-bounds
}
