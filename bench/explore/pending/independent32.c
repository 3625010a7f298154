// Thirty-two independent branches: breadth first, many more paths are pending than have been run.
// No path is a test, so that only the search is measured.
#include <coax.h>

#define N 32

int main(void) {
    unsigned char values[N];
    coax_symbolic(values, sizeof values, "values");
    int odd = 0;
    for (int i = 0; i < N; i++)
        if (values[i] & 1)
            odd++;
    coax_assume(odd > N);
    return 0;
}
