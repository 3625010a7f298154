// A chained hash table with resizing, deletion and iteration.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Entry { char *key; int value; struct Entry *next; };
struct Table { struct Entry **slots; size_t size, used; };

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static void resize(struct Table *t, size_t size) {
    struct Entry **slots = calloc(size, sizeof *slots);
    for (size_t i = 0; i < t->size; i++)
        for (struct Entry *e = t->slots[i], *next; e; e = next) {
            next = e->next;
            e->next = slots[hash(e->key) % size];
            slots[hash(e->key) % size] = e;
        }
    free(t->slots);
    t->slots = slots;
    t->size = size;
}

static int *get(struct Table *t, const char *key, int create) {
    if (t->size)
        for (struct Entry *e = t->slots[hash(key) % t->size]; e; e = e->next)
            if (strcmp(e->key, key) == 0)
                return &e->value;
    if (!create)
        return NULL;
    if (t->used >= t->size * 3 / 4)
        resize(t, t->size ? t->size * 2 : 4);
    struct Entry *e = malloc(sizeof *e);
    *e = (struct Entry){strdup(key), 0, t->slots[hash(key) % t->size]};
    t->slots[hash(key) % t->size] = e;
    t->used++;
    return &e->value;
}

static int discard(struct Table *t, const char *key) {
    for (struct Entry **p = &t->slots[hash(key) % t->size]; *p; p = &(*p)->next)
        if (strcmp((*p)->key, key) == 0) {
            struct Entry *e = *p;
            *p = e->next;
            free(e->key);
            free(e);
            t->used--;
            return 1;
        }
    return 0;
}

int main(void) {
    struct Table t = {0};
    char key[16];
    for (int i = 0; i < 1000; i++) {
        sprintf(key, "key%d", i * 7919 % 500);
        *get(&t, key, 1) += i;
    }
    printf("%zu %zu\n", t.used, t.size);
    int removed = 0;
    for (int i = 0; i < 600; i += 3) {
        sprintf(key, "key%d", i);
        removed += discard(&t, key);
    }
    long sum = 0;
    for (size_t i = 0; i < t.size; i++)
        for (struct Entry *e = t.slots[i]; e; e = e->next)
            sum += e->value * (long)(strlen(e->key) + i);
    printf("%d %zu %ld %d %d\n", removed, t.used, sum, get(&t, "key3", 0) == NULL, *get(&t, "key4", 0));
    for (size_t i = 0; i < t.size; i++)
        while (t.slots[i])
            discard(&t, t.slots[i]->key);
    free(t.slots);
    printf("%zu\n", t.used);
    return 0;
}
