//@ flavour: memory
static int choose(int *p) {
    if (*p > 3) //~ uninitialized-read
        return 1;
    return 2;
}

int main(void) {
    int x[2];
    x[1] = 3;
    return choose(x);
}
