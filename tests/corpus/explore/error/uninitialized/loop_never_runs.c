// The result of a loop that may not run at all.
#include <coax.h>

int main(void) {
    int n = coax_int("n");
    coax_assume(n < 4);
    int square;
    for (int i = 0; i < n; i++)
        square = i * i;
    if (square > 3) //~ uninitialized-read
        return 1;
    return 0;
}
