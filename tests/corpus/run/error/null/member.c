// A field of a null structure, at an offset other than zero.
#include <stdlib.h>
struct Node { int value; struct Node *next; };
static int third(const struct Node *n) {
    return n->next->next->value; //~ null-dereference
}
int main(void) {
    struct Node b = {2, NULL}, a = {1, &b};
    return third(&a);
}
