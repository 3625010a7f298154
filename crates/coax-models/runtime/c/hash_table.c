// hcreate, hdestroy, hsearch and their reentrant variants: open addressing, entries never leave.

#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// What <search.h> only names.
struct _ENTRY {
    unsigned used;
    ENTRY entry;
};

static struct hsearch_data global_table;

int hcreate_r(size_t count, struct hsearch_data *table)
{
    if (!table) {
        errno = EINVAL;
        return 0;
    }
    if (table->table)
        return 0;
    // A power of two that stays at most half full.
    size_t size = 8;
    while (size < count * 2)
        size *= 2;
    table->table = calloc(size, sizeof *table->table);
    if (!table->table)
        return 0;
    table->size = (unsigned)size;
    table->filled = 0;
    return 1;
}

void hdestroy_r(struct hsearch_data *table)
{
    if (!table) {
        errno = EINVAL;
        return;
    }
    free(table->table);
    table->table = NULL;
}

static unsigned hash(const char *key)
{
    unsigned value = 2166136261u;
    for (; *key; key++)
        value = (value ^ (unsigned char)*key) * 16777619u;
    return value;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table)
{
    unsigned mask = table->size - 1, index = hash(item.key) & mask;
    for (unsigned probes = 0; probes < table->size; probes++, index = (index + 1) & mask) {
        struct _ENTRY *slot = &table->table[index];
        if (slot->used && strcmp(slot->entry.key, item.key) == 0) {
            *result = &slot->entry;
            return 1;
        }
        if (slot->used)
            continue;
        if (action == FIND)
            break;
        slot->used = 1;
        slot->entry = item;
        table->filled++;
        *result = &slot->entry;
        return 1;
    }
    errno = action == FIND ? ESRCH : ENOMEM;
    *result = NULL;
    return 0;
}

int hcreate(size_t count) { return hcreate_r(count, &global_table); }

void hdestroy(void) { hdestroy_r(&global_table); }

ENTRY *hsearch(ENTRY item, ACTION action)
{
    ENTRY *result;
    hsearch_r(item, action, &result, &global_table);
    return result;
}
