// A list that bites its own tail is walked by recursion.
#include <coax.h>

struct Node {
    struct Node *next;
};

static int length(const struct Node *n) { char room[2048]; room[0] = 1; return n ? length(n->next) + room[0] : 0; } //~ stack-overflow

int main(void) {
    struct Node a = {0}, b = {&a};
    if (coax_int("n") == 2)
        a.next = &b;
    return length(&b);
}
