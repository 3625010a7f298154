// Flexible array members: allocation, growth, nested use and offsets.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Buffer {
    size_t length, capacity;
    char data[];
};

struct Records {
    int count;
    struct { int key; double value; } item[];
};

static struct Buffer *append(struct Buffer *b, const char *text) {
    size_t n = strlen(text);
    if (b == NULL || b->length + n + 1 > b->capacity) {
        size_t capacity = b ? b->capacity * 2 + n : n + 4;
        size_t length = b ? b->length : 0;
        b = realloc(b, sizeof *b + capacity);
        b->capacity = capacity;
        b->length = length;
    }
    memcpy(b->data + b->length, text, n + 1);
    b->length += n;
    return b;
}

static struct Buffer constant = {3, 4, {'a', 'b', 'c', 0}};

int main(void) {
    struct Buffer *b = NULL;
    const char *words[] = {"one", ", two", ", three", ", four and a rather long tail", "."};
    for (int i = 0; i < 5; i++) {
        b = append(b, words[i]);
        printf("%zu %zu %s\n", b->length, b->capacity, b->data);
    }
    free(b);
    struct Records *r = malloc(sizeof *r + 10 * sizeof r->item[0]);
    r->count = 10;
    for (int i = 0; i < r->count; i++) {
        r->item[i].key = i * i;
        r->item[i].value = i / 8.0;
    }
    double sum = 0;
    for (int i = 0; i < r->count; i++)
        sum += r->item[i].key * r->item[i].value;
    printf("%g %zu %zu\n", sum, offsetof(struct Records, item), sizeof *r);
    free(r);
    printf("%s %zu %zu\n", constant.data, sizeof constant, offsetof(struct Buffer, data));
    return 0;
}
