// The twin of a forgotten miss: the caller asks first.
//@ paths: 4
//@ outcomes: 30 50 90 255
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

int main(void) {
    struct Entry *e = find(coax_int("key"));
    return e ? e->value : 255;
}
