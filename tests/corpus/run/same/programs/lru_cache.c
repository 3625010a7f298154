// An LRU cache: hash table plus doubly linked list, against a naive model.
#include <stdio.h>
#include <string.h>

enum { CAPACITY = 8, SLOTS = 13, NONE = -1 };
struct Item { int key, value, prev, next, chain; };
struct Cache { struct Item items[CAPACITY]; int slots[SLOTS], head, tail, used, hits, misses; };

static void init(struct Cache *c) {
    memset(c, 0, sizeof *c);
    for (int i = 0; i < SLOTS; i++)
        c->slots[i] = NONE;
    c->head = c->tail = NONE;
}
static void detach(struct Cache *c, int i) {
    struct Item *it = &c->items[i];
    if (it->prev == NONE) c->head = it->next; else c->items[it->prev].next = it->next;
    if (it->next == NONE) c->tail = it->prev; else c->items[it->next].prev = it->prev;
}
static void to_front(struct Cache *c, int i) {
    c->items[i].prev = NONE;
    c->items[i].next = c->head;
    if (c->head != NONE) c->items[c->head].prev = i; else c->tail = i;
    c->head = i;
}
static int find(struct Cache *c, int key) {
    for (int i = c->slots[key % SLOTS]; i != NONE; i = c->items[i].chain)
        if (c->items[i].key == key)
            return i;
    return NONE;
}
static int get(struct Cache *c, int key) {
    int i = find(c, key);
    if (i == NONE) {
        c->misses++;
        return -1;
    }
    c->hits++;
    detach(c, i);
    to_front(c, i);
    return c->items[i].value;
}
static void put(struct Cache *c, int key, int value) {
    int i = find(c, key);
    if (i == NONE) {
        if (c->used < CAPACITY)
            i = c->used++;
        else {
            i = c->tail;
            detach(c, i);
            int *p = &c->slots[c->items[i].key % SLOTS];
            while (*p != i)
                p = &c->items[*p].chain;
            *p = c->items[i].chain;
        }
        c->items[i].key = key;
        c->items[i].chain = c->slots[key % SLOTS];
        c->slots[key % SLOTS] = i;
    } else
        detach(c, i);
    c->items[i].value = value;
    to_front(c, i);
}

int main(void) {
    struct Cache c;
    init(&c);
    int keys[CAPACITY], values[CAPACITY], n = 0, wrong = 0;
    unsigned s = 17;
    for (int round = 0; round < 3000; round++) {
        s = s * 1664525u + 1013904223u;
        int key = (int)(s >> 24) % 20, at = -1;
        for (int i = 0; i < n; i++)
            if (keys[i] == key)
                at = i;
        int expected = at < 0 ? -1 : values[at], value = s >> 8 & 1 ? expected : round;
        if (value == round || at >= 0) {
            int from = at < 0 ? (n < CAPACITY ? n++ : CAPACITY - 1) : at;
            memmove(keys + 1, keys, (size_t)from * sizeof *keys);
            memmove(values + 1, values, (size_t)from * sizeof *values);
            keys[0] = key;
            values[0] = value;
        }
        if (value == round)
            put(&c, key, round);
        else
            wrong += get(&c, key) != expected;
    }
    printf("%d %d %d\n", wrong, c.hits, c.misses);
    for (int i = c.head, k = 0; i != NONE; i = c.items[i].next, k++)
        printf("%d=%d%s ", c.items[i].key, c.items[i].value, keys[k] == c.items[i].key ? "" : "!");
    puts("");
    return 0;
}
