int main(int argc, char **argv) {
    int *p = argc > 5 ? &argc : 0;
    return *p; //~ null-dereference
}
