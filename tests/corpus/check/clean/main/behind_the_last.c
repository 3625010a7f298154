// All arguments are there.
//@ check: main --max-paths 60
//@ allow: input-size
int main(int argc, char **argv) {
    int n = argv[0][0];
    for (int i = 1; i < argc; i++)
        n += argv[i][0];
    return n;
}
