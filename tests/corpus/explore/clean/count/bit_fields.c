// Fields of three, five and eight bits inside one input.
//@ paths: 4
//@ outcomes: 1 2 3 4
#include <coax.h>

struct Header {
    unsigned short version : 3;
    unsigned short flags : 5;
    signed short delta : 8;
};

int main(void) {
    struct Header h;
    coax_symbolic(&h, sizeof h, "raw");
    if (h.version > 4)
        return 1;
    if (h.flags == 5)
        return 2;
    if (h.delta < 0)
        return 3;
    return 4;
}
