// Something without source code may have no entry to give.
struct entry {
    int key;
    int uses;
};

struct entry *cache_find(int key);

int is_fresh(int key) {
    struct entry *e = cache_find(key);
    return e->uses == 0; //~ null-dereference
}
