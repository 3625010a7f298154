//@ flavour: memory
/* The value is handed on before it is used. */
static int use(int x) {
    if (x > 3) //~ uninitialized-read
        return 1;
    return 0;
}

int main(void) {
    int x;
    return use(x);
}
