// Errors two calls down are found while the functions are summed up, with inputs of the whole program.
//@ runs: => 8, 9
#include <coax.h>
#include <assert.h>

static const int table[4] = {1, 0, 3, 4};

static int entry(int i) {
    if (i < 0)
        return 5;
    return table[i]; //~ out-of-bounds
}

static int quotient(int x, int i) {
    int divisor = entry(i);
    return x / divisor; //~ division-by-zero
}

// Every call followed: two paths end at once; if i < 0, q is 77 or not; else i is outside, finds the zero, or
// q is 77 or not. Summed up: `entry` has three paths and `quotient` two; main has the two and q's two.
int main(void) {
    int i = coax_int("i"), x = coax_int("x");
    if (x < 0 || i > 100)
        return 0;
    int q = quotient(x, i);
    assert(q != 77); //~ assertion
    return 1;
}
