// Two unknown strings are less, equal or greater: three paths, wherever they differ.
//@ paths: 3
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    char left[6], right[6];
    coax_symbolic(left, sizeof left, "left");
    coax_symbolic(right, sizeof right, "right");
    left[5] = right[5] = '\0';
    int order = strcmp(left, right);
    if (order < 0)
        return 1;
    if (order > 0)
        return 2;
    return 0;
}
