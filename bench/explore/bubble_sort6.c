// Bubble sort of 6 ints: 720 paths.
#include <coax.h>

#define N 6

int main(void) {
    int values[N];
    coax_symbolic(values, sizeof values, "values");
    for (int end = N - 1; end > 0; end--)
        for (int i = 0; i < end; i++)
            if (values[i] > values[i + 1]) {
                int swap = values[i];
                values[i] = values[i + 1];
                values[i + 1] = swap;
            }
    return 0;
}
