// The minimum of a list is asked for although the list may be empty.
//@ paths: 4
#include <coax.h>
#include <stdlib.h>

struct Node {
    int value;
    struct Node *next;
};

static int minimum(const struct Node *list) {
    int least = list->value; //~ null-dereference
    for (list = list->next; list; list = list->next)
        if (list->value < least)
            least = list->value;
    return least;
}

// One path per length 0..3: the values are constants, only the length is input.
int main(void) {
    int n = coax_int("n");
    coax_assume(n >= 0);
    coax_assume(n <= 3);
    struct Node nodes[3];
    struct Node *list = NULL;
    for (int i = 0; i < n; i++) {
        nodes[i].value = 10 - i;
        nodes[i].next = list;
        list = &nodes[i];
    }
    return minimum(list);
}
