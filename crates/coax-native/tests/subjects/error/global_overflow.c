int table[4];

int main(int argc, char **argv) {
    int *p = table;
    return p[3 + argc]; //~ out-of-bounds
}
