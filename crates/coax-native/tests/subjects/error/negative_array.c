int main(int argc, char **argv) {
    int n = argc - 3;
    int a[n]; //~ negative-size
    a[0] = 1;
    return a[0];
}
