// Pointer chasing: lists built in shuffled order, walked many times; allocation and freeing.
#include <stdio.h>
#include <stdlib.h>

struct Node {
    struct Node *next;
    unsigned value;
};

static struct Node *build(unsigned count) {
    struct Node **nodes = malloc(count * sizeof *nodes);
    for (unsigned i = 0; i < count; i++) {
        nodes[i] = malloc(sizeof **nodes);
        nodes[i]->value = i;
    }
    unsigned random = 1;
    for (unsigned i = count - 1; i > 0; i--) {
        random = random * 1664525u + 1013904223u;
        unsigned j = random % (i + 1);
        struct Node *swap = nodes[i];
        nodes[i] = nodes[j];
        nodes[j] = swap;
    }
    for (unsigned i = 0; i < count; i++)
        nodes[i]->next = i + 1 < count ? nodes[i + 1] : NULL;
    struct Node *head = nodes[0];
    free(nodes);
    return head;
}

int main(int argc, char **argv) {
    unsigned size = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 4000;
    struct Node *list = build(10000);
    unsigned sum = 0;
    for (unsigned round = 0; round < size; round++)
        for (struct Node *n = list; n; n = n->next)
            sum = sum * 31 + n->value;
    while (list) {
        struct Node *next = list->next;
        free(list);
        list = next;
    }
    printf("%u\n", sum);
    return 0;
}
