// Huffman coding: build the tree, encode, decode, compare.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Node { int weight, symbol; struct Node *child[2]; };
static char codes[256][64];

static void assign(const struct Node *n, char *prefix, int depth) {
    if (!n->child[0]) {
        prefix[depth] = 0;
        strcpy(codes[n->symbol], depth ? prefix : "0");
        return;
    }
    for (int i = 0; i < 2; i++) {
        prefix[depth] = (char)('0' + i);
        assign(n->child[i], prefix, depth + 1);
    }
}
static int lighter(const void *a, const void *b) {
    const struct Node *x = *(struct Node *const *)a, *y = *(struct Node *const *)b;
    return x->weight != y->weight ? y->weight - x->weight : y->symbol - x->symbol;
}
static void release(struct Node *n) {
    if (n) {
        release(n->child[0]);
        release(n->child[1]);
        free(n);
    }
}

int main(void) {
    const char *text = "this is an example of a huffman tree, with some more text to make it interesting";
    int counts[256] = {0}, n = 0;
    for (const char *p = text; *p; p++)
        counts[(unsigned char)*p]++;
    struct Node *nodes[256];
    for (int i = 0; i < 256; i++)
        if (counts[i]) {
            nodes[n] = calloc(1, sizeof **nodes);
            nodes[n]->weight = counts[i];
            nodes[n++]->symbol = i;
        }
    int next_symbol = 256;
    while (n > 1) {
        qsort(nodes, (size_t)n, sizeof *nodes, lighter);
        struct Node *joined = calloc(1, sizeof *joined);
        joined->child[0] = nodes[n - 1];
        joined->child[1] = nodes[n - 2];
        joined->weight = nodes[n - 1]->weight + nodes[n - 2]->weight;
        joined->symbol = next_symbol++;
        nodes[n - 2] = joined;
        n--;
    }
    char prefix[64];
    assign(nodes[0], prefix, 0);
    static char bits[4096], back[256];
    for (const char *p = text; *p; p++)
        strcat(bits, codes[(unsigned char)*p]);
    int out = 0;
    const struct Node *at = nodes[0];
    for (const char *b = bits; *b; b++) {
        at = at->child[*b - '0'];
        if (!at->child[0]) {
            back[out++] = (char)at->symbol;
            at = nodes[0];
        }
    }
    printf("%zu bits, %d\n", strlen(bits), strcmp(back, text));
    for (int i = 0; i < 256; i++)
        if (counts[i])
            printf("%c %s\n", i, codes[i]);
    release(nodes[0]);
    return 0;
}
