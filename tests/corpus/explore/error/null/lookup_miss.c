// A table lookup gives NULL for an unknown key, and the caller forgets to ask.
//@ paths: 4
#include <coax.h>
#include <stddef.h>

struct Entry {
    int key;
    int value;
};

static struct Entry table[] = {{3, 30}, {5, 50}, {9, 90}};

static struct Entry *find(int key) {
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

// One path per entry, and the miss.
int main(void) {
    struct Entry *e = find(coax_int("key"));
    return e->value; //~ null-dereference
}
