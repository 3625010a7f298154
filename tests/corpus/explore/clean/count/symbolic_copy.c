// memcpy of a symbolic length, looked at byte by byte afterwards.
//@ paths: 5
//@ outcomes: 0 1 2 3 4
#include <coax.h>
#include <string.h>

// Lengths 0..4: the loop behind tells them apart if the copy did not.
int main(void) {
    char to[5] = "....", n = coax_char("n");
    coax_assume(n >= 0);
    coax_assume(n <= 4);
    memcpy(to, "abcd", (size_t)n);
    int copied = 0;
    while (to[copied] != '.' && to[copied] != 0)
        copied++;
    return copied;
}
