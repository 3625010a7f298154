// Freeing a list while walking over the freed nodes.
#include <stdlib.h>
struct Node { struct Node *next; };
static struct Node *push(struct Node *next) {
    struct Node *n = malloc(sizeof *n);
    n->next = next;
    return n;
}
int main(void) {
    struct Node *list = push(push(push(NULL)));
    for (struct Node *n = list; n; n = n->next) //~ use-after-free
        free(n);
    return 0;
}
