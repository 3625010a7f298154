// Variables that no file defines are inputs, and code that is ready for any value is right.
//@ allow: external
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
    return limit ? limit == -1 ? 0 : n / limit : 0;
}

int by_fixed(unsigned char n) {
    return fixed == 3 ? n / (fixed - 2) : 0;
}

int by_entry(unsigned i) {
    return i < 4 ? 100 / (table[i] & 1 | 2) : 0;
}

int second(void) {
    if (first.value != 7 || !first.next)
        return 0;
    return 1 / (first.next->value & 1 | 2);
}

int third(void) {
    if (!head || !head->next)
        return 0;
    return 1 / (head->next->value & 1 | 2);
}
