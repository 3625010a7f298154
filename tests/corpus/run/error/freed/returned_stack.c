// The address of a local variable outlives its function.
static int *local(int n) {
    int value = n * 2;
    int *p = &value;
    return p;
}
int main(void) {
    int *p = local(21);
    return *p; //~ use-after-free
}
