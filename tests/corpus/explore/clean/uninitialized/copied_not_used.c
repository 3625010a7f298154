// Copying bytes that nobody wrote is no use of them.
//@ paths: 2
#include <coax.h>
#include <string.h>

struct Message {
    int kind;
    int detail;
};

int main(void) {
    struct Message m, copy;
    m.kind = coax_int("n");
    if (m.kind == 3)
        m.detail = 4;
    memcpy(&copy, &m, sizeof m);
    if (copy.kind == 3)
        return copy.detail;
    return 0;
}
