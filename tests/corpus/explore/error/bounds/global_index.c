// A character indexes a table that is one short.
//@ paths: 2
#include <coax.h>

static unsigned char class_of[255];

// Everything but the last character is one path; the last one is the error.
int main(void) {
    unsigned char c;
    coax_symbolic(&c, 1, "c");
    class_of['_'] = 1;
    return class_of[c]; //~ out-of-bounds
}
