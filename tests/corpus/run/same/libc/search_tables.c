// <search.h>: hash table, binary tree with twalk order, linear search; insque lists.
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void visit(const void *node, VISIT order, int level) {
    (void)level;
    if (order == postorder || order == leaf)
        printf("%d ", **(int *const *)node);
}

int main(void) {
    static int values[] = {50, 20, 70, 10, 30, 60, 80, 20};
    void *root = NULL;
    int repeats = 0;
    for (int i = 0; i < 8; i++) {
        int **p = tsearch(&values[i], &root, by_int);
        repeats += *p != &values[i];
    }
    twalk(root, visit);
    printf("| %d %d\n", repeats, tfind(&(int){65}, &root, by_int) == NULL);
    for (int i = 0; i < 7; i++)
        tdelete(&values[i], &root, by_int);
    printf("%d\n", root == NULL);
    hcreate(30);
    static char *keys[] = {"red", "green", "blue"};
    for (long i = 0; i < 3; i++)
        hsearch((ENTRY){keys[i], (void *)(i + 1)}, ENTER);
    ENTRY *e = hsearch((ENTRY){"green", NULL}, FIND);
    printf("%ld %d\n", e ? (long)e->data : -1, hsearch((ENTRY){"pink", NULL}, FIND) == NULL);
    hdestroy();
    size_t count = 8;
    int *p = lfind(&(int){60}, values, &count, sizeof(int), by_int);
    printf("%d\n", (int)(p - values));
    return 0;
}
