static int *local(void) {
    int x = 4;
    int *p = &x;
    return p;
}

int main(void) {
    int *p = local();
    return *p; //~ use-after-free
}
