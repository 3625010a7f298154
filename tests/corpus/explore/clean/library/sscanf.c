// Two numbers with a dash between them.
//@ outcomes: 0 1 2 3
#include <coax.h>
#include <stdio.h>

int main(void) {
    char t[4];
    coax_symbolic(t, 3, "t");
    t[3] = 0;
    int a = 0, b = 0;
    int n = sscanf(t, "%d-%d", &a, &b);
    if (n == 2) {
        if (a == 4 && b == 2)
            return 3;
        return 2;
    }
    if (n == 1)
        return 1;
    return 0;
}
