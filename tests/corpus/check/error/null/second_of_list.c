// The second element of a list of one.
#include <stddef.h>

struct item {
    int weight;
    struct item *next;
};

int second_weight(const struct item *list) {
    if (list == NULL)
        return -1;
    return list->next->weight; //~ null-dereference
}
