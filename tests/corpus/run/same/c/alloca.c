// alloca: memory lives until the function returns, across loop iterations.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct Node { struct Node *next; int value; };

static int chain(int n) {
    struct Node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct Node *node = alloca(sizeof *node); /* still alive after this iteration */
        node->next = head;
        node->value = i * i;
        head = node;
    }
    int sum = 0;
    for (; head; head = head->next)
        sum = sum * 3 % 1000003 + head->value;
    return sum;
}

static char *reverse_into(char *out, const char *text) {
    size_t n = strlen(text);
    char *copy = __builtin_alloca(n + 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = text[n - 1 - i];
    copy[n] = 0;
    return strcpy(out, copy);
}

static int many(int depth) {
    int *p = alloca(sizeof(int) * 16);
    for (int i = 0; i < 16; i++)
        p[i] = depth + i;
    return depth ? many(depth - 1) + p[depth & 15] : p[15];
}

int main(void) {
    char out[64];
    printf("%d %d\n", chain(1), chain(1000));
    printf("%s\n", reverse_into(out, "stressed desserts!"));
    printf("%d\n", many(500));
    double *d = alloca(10 * sizeof *d);
    for (int i = 0; i < 10; i++)
        d[i] = i * 0.5;
    printf("%g\n", d[3] + d[9]);
    return 0;
}
