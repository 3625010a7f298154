// Variables that no file defines are inputs: numbers, arrays, structures and pointers.
struct node {
    int value;
    struct node *next;
};
extern int limit;
extern const int fixed;
extern int table[4];
extern struct node first;
extern struct node *head;

int share(unsigned char n) {
    return n / limit; //~ division-by-zero
}

int by_fixed(unsigned char n) {
    return fixed == 3 ? n / (fixed - 3) : 0; //~ division-by-zero
}

int by_entry(unsigned i) {
    return i < 4 ? 100 / (table[i] & 1) : 0; //~ division-by-zero
}

int second(void) {
    if (first.value != 7 || !first.next)
        return 0;
    return 1 / (first.next->value & 1); //~ division-by-zero
}

int third(void) {
    if (!head || !head->next)
        return 0;
    return 1 / (head->next->value & 1); //~ division-by-zero
}
