// Something without source code may have no entry to give, which is looked at.
//@ allow: external
struct entry {
    int key;
    int uses;
};

struct entry *cache_find(int key);

int is_fresh(int key) {
    struct entry *e = cache_find(key);
    return e && e->uses == 0;
}
