// Values that stand in the code, and one that does not.
//@ coverage: >= 7

int is_magic(unsigned word) {
    if (word == 0x5eed1234u)
        return 1;
    if (word % 1000003u == 77u)
        return 2;
    return 0;
}

int is_triangle(unsigned short a, unsigned short b, unsigned short c) {
    if (a + b == c && a > 1000)
        return 1;
    return 0;
}
