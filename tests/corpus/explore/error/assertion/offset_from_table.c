// How far a place that is taken from a table is from the end of its buffer is an offset into another buffer.
//@ paths: 3
#include <assert.h>
#include <coax.h>
#include <stddef.h>

int main(void) {
    unsigned char which, more;
    coax_symbolic(&which, 1, "which");
    coax_symbolic(&more, 1, "more");
    char buffer[4] = "abc", marks[5] = {0};
    const char *places[4] = {NULL, buffer + 1, buffer + 2, buffer + 3};
    const char *end = buffer + 3 + (more & 1);
    const char *place = places[which & 3];
    if (!place)
        return 1;
    marks[end - place] = 1;
    assert(!marks[3]); //~ assertion
    return 0;
}
