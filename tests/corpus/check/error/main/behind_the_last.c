// Behind the last argument there is a null pointer.
//@ check: main --max-paths 60
int main(int argc, char **argv) {
    int n = argv[0][0];
    for (int i = 1; i <= argc; i++)
        n += argv[i][0]; //~ null-dereference assuming nothing
    return n;
}
