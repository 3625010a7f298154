// The address of a variable of an inner block outlives the block.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int inner = i;
        p = &inner;
        *p += 1;
    }
    return *p; //~ use-after-free
}
