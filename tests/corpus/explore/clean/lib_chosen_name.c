// The string itself is chosen by the input: three pointers, three paths.
//@ paths: 3
//@ outcomes: 1 3 4
#include <coax.h>
#include <string.h>

int main(void) {
    static const char *const names[] = {"red", "green", "blue"};
    unsigned i = coax_uint("i");
    coax_assume(i < 3);
    if (strcmp(names[i], "green") == 0)
        return 1;
    return (int)strlen(names[i]);
}
