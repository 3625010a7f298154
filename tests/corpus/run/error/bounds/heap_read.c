// Reading one element past a heap array.
#include <stdlib.h>
int main(void) {
    int *v = malloc(5 * sizeof *v), sum = 0;
    for (int i = 0; i < 5; i++)
        v[i] = i;
    for (int i = 0; i <= 5; i++)
        sum += v[i]; //~ out-of-bounds
    free(v);
    return sum;
}
