// An open-addressing hash table: insertions, lookups and deletions of integer keys.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 16, SLOTS = 1 << BITS };
struct Slot {
    uint32_t key, value;
    enum { EMPTY, FULL, DELETED } state;
};
static struct Slot table[SLOTS];

static struct Slot *find(uint32_t key, int insert) {
    struct Slot *free_slot = NULL;
    for (uint32_t i = key * 2654435769u >> (32 - BITS);; i = (i + 1) & (SLOTS - 1)) {
        struct Slot *s = &table[i];
        if (s->state == FULL && s->key == key)
            return s;
        if (s->state != FULL && !free_slot)
            free_slot = s;
        if (s->state == EMPTY)
            return insert ? free_slot : NULL;
    }
}

int main(int argc, char **argv) {
    uint32_t size = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 9000000;
    uint32_t random = 1, sum = 0, used = 0;
    for (uint32_t i = 0; i < size; i++) {
        random = random * 1664525u + 1013904223u;
        uint32_t key = random >> 17;
        if (random & 0x8000) {
            struct Slot *s = find(key, 1);
            used += s->state != FULL;
            *s = (struct Slot){key, s->state == FULL ? s->value + i : i, FULL};
        } else {
            struct Slot *s = find(key, 0);
            if (s) {
                sum = sum * 31 + s->value;
                if (random & 0x4000) {
                    s->state = DELETED;
                    used--;
                }
            }
        }
    }
    printf("%u %u\n", sum, used);
    return 0;
}
