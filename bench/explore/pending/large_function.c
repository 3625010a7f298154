// Many branches in one large function: the order `coverage` measures how far each pending path is
// from code that no path has come to. The last branches are hard to get to.
#include <coax.h>

#define STEP(i)                                                                                    \
    if (values[(i) % N] == (i) % 251)                                                              \
        sum += (i);                                                                                \
    else if (values[(i) % N] == (i) % 241 + 1)                                                     \
        sum ^= (i);
#define EIGHT(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4) STEP(i + 5) STEP(i + 6) STEP(i + 7)
#define MANY(i) EIGHT(i) EIGHT(i + 8) EIGHT(i + 16) EIGHT(i + 24) EIGHT(i + 32) EIGHT(i + 40)
#define N 64

int main(void) {
    unsigned char values[N];
    coax_symbolic(values, sizeof values, "values");
    unsigned sum = 0;
    MANY(0) MANY(48) MANY(96) MANY(144)
    coax_assume(sum == 1234567);
    return 0;
}
