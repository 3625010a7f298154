// Indices into arrays of known size.
static int table[10];
static const unsigned char weights[4] = {1, 2, 3, 4};

int counted(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) //~ verified: signed-overflow
        sum ^= table[i]; //~ verified: null-dereference out-of-bounds use-after-free
    return sum;
}

int asked(int i) {
    if (i >= 0 && i < 10)
        return table[i]; //~ verified: null-dereference out-of-bounds
    return 0;
}

int off_by_one(int i) {
    if (i >= 0 && i <= 10)
        return table[i]; //~ open: out-of-bounds
    return 0;
}

int unsigned_index(unsigned i) {
    return table[i % 10]; //~ verified: out-of-bounds
}

int masked(int i) {
    return weights[i & 3]; //~ verified: out-of-bounds
}

int constant_contents(int i) {
    return 100 / weights[1]; //~ verified: division-by-zero
}

int on_the_stack(unsigned char c) {
    int seen[256];
    for (int i = 0; i < 256; i++)
        seen[i] = 0; //~ verified: out-of-bounds
    seen[c]++; //~ verified: out-of-bounds
    return seen[c];
}

void backwards(void) {
    for (int i = 9; i >= 0; i--) //~ verified: signed-overflow
        table[i] = i; //~ verified: out-of-bounds
}
