// An unset index.
static const int table[4] = {1, 2, 3, 4};
int main(int argc, char **argv) {
    (void)argv;
    unsigned i;
    if (argc > 9)
        i = 2;
    return table[i & 3]; //~ uninitialized-read
}
