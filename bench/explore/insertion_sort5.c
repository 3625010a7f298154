// Insertion sort of 5 ints: every order is a path, 120 of them.
// KLEE: 5.2 s.
#include <coax.h>

#define N 5

int main(void) {
    int values[N];
    coax_symbolic(values, sizeof values, "values");
    for (int i = 1; i < N; i++) {
        int value = values[i], place = i;
        for (; place > 0 && values[place - 1] > value; place--)
            values[place] = values[place - 1];
        values[place] = value;
    }
    return 0;
}
