struct wide {
    char first[40000];
    int last;
};

static int get(struct wide *w) {
    return w->last; //~ null-dereference
}

int main(void) {
    return get(0);
}
