// Allocators on a static buffer: arena with marks, free-list with coalescing, alignment.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static alignas(16) unsigned char memory[4096];
static size_t top;

static void *arena(size_t n, size_t align) {
    size_t start = (top + align - 1) & ~(align - 1);
    if (start + n > sizeof memory)
        return NULL;
    top = start + n;
    return memory + start;
}

struct Block { size_t size; struct Block *next; int free; };
static struct Block *blocks;

static void *take(size_t n) {
    n = (n + 15) & ~(size_t)15;
    for (struct Block *b = blocks; b; b = b->next) {
        if (!b->free || b->size < n)
            continue;
        if (b->size > n + sizeof *b + 16) {
            struct Block *rest = (struct Block *)((unsigned char *)(b + 1) + n);
            *rest = (struct Block){b->size - n - sizeof *b, b->next, 1};
            b->size = n;
            b->next = rest;
        }
        b->free = 0;
        return b + 1;
    }
    return NULL;
}
static void give(void *p) {
    ((struct Block *)p - 1)->free = 1;
    for (struct Block *b = blocks; b && b->next;)
        if (b->free && b->next->free) {
            b->size += sizeof *b + b->next->size;
            b->next = b->next->next;
        } else
            b = b->next;
}
static void report(void) {
    for (struct Block *b = blocks; b; b = b->next)
        printf("%zu%c ", b->size, b->free ? 'f' : 'u');
    puts("");
}

int main(void) {
    char *text = arena(10, 1);
    double *numbers = arena(5 * sizeof *numbers, alignof(double));
    strcpy(text, "in arena");
    for (int i = 0; i < 5; i++)
        numbers[i] = i * 0.5;
    size_t mark = top;
    printf("%s %g %zu %d\n", text, numbers[4], mark, (int)((uintptr_t)numbers % 8));
    printf("%d %d\n", arena(5000, 1) == NULL, arena(100, 64) != NULL);
    top = mark;
    blocks = arena(2048, 16);
    *blocks = (struct Block){2048 - sizeof *blocks, NULL, 1};
    void *p[8];
    for (int i = 0; i < 8; i++) {
        p[i] = take((size_t)i * 20 + 1);
        memset(p[i], i, (size_t)i * 20 + 1);
    }
    report();
    for (int i = 0; i < 8; i += 2)
        give(p[i]);
    report();
    void *q = take(50);
    printf("%d\n", q == p[4]);
    for (int i = 1; i < 8; i += 2) {
        printf("%d ", ((unsigned char *)p[i])[i * 20]);
        give(p[i]);
    }
    give(q);
    report();
    printf("%d\n", take(4000) == NULL);
    return 0;
}
