struct pair {
    int a[2];
    int b;
};

int main(int argc, char **argv) {
    struct pair p = {{1, 2}, 3};
    return p.a[1 + argc]; //~ out-of-bounds
}
