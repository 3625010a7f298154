// new[] needs delete[].
int main() {
    int *p = new int[10]();
    int r = p[0];
    delete p; //~ invalid-free
    return r;
}
