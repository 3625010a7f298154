// A list has no longest length: walking it is cut.
//@ check: list_length --max-revisits 5
//@ bounded: input-depth revisits
struct node {
    struct node *next;
    int value;
};

unsigned list_length(const struct node *list) {
    unsigned n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}
