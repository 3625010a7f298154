// The next element is asked before its owner is freed.
//@ check: list_free --max-revisits 4
//@ allow: revisits input-depth
#include <stdlib.h>

struct item {
    int key;
    struct item *next;
};

void list_free(struct item *list) {
    while (list != NULL) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
}
