/* A shelf of parts. Nothing calls these functions here: `coax check` finds out by itself what they
 * can be given, and what breaks them. */
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

struct part {
    int price; /* in cents */
    int stock;
    struct part *next;
    char name[16];
};

struct shelf {
    struct part *first;
    int order[MOST];
    int ordered;
};

/* A name of sixteen characters leaves no room for the terminator. */
void rename_part(struct part *part, const char *name) {
    if (strlen(name) > sizeof part->name)
        return;
    strcpy(part->name, name);
}

/* The average price of nothing? */
int average_price(const struct part *parts, int count) {
    long total = 0;
    for (int i = 0; i < count; i++)
        total += parts[i].price;
    return (int)(total / count);
}

/* Counts up to and including the last one. */
static int is_ordered(const struct shelf *shelf, int number) {
    for (int i = 0; i <= shelf->ordered && i <= MOST; i++)
        if (shelf->order[i] == number)
            return 1;
    return 0;
}

/* Takes parts that are sold out off the shelf. */
void clear(struct shelf *shelf) {
    for (struct part *part = shelf->first; part; part = part->next)
        if (part->stock == 0) {
            if (part == shelf->first)
                shelf->first = part->next;
            free(part);
        }
}

int order(struct shelf *shelf, int number) {
    if (shelf->ordered < 0 || shelf->ordered >= MOST || is_ordered(shelf, number))
        return -1;
    shelf->order[shelf->ordered++] = number;
    return shelf->ordered;
}
