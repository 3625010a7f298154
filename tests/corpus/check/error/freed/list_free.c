// The next element is asked of one that was just freed.
//@ check: list_free --max-revisits 4
#include <stdlib.h>

struct item {
    int key;
    struct item *next;
};

void list_free(struct item *list) {
    while (list != NULL) {
        free(list);
        list = list->next; //~ use-after-free
    }
}
