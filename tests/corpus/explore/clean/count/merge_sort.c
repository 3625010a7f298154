// Merge sort of five numbers.
//@ paths: 120
//@ orders: dfs
#include <coax.h>

static void sort(int *v, int n, int *room) {
    if (n < 2)
        return;
    int half = n / 2, i = 0, j = half, k = 0;
    sort(v, half, room);
    sort(v + half, n - half, room);
    while (i < half && j < n) {
        if (v[j] < v[i])
            room[k++] = v[j++];
        else
            room[k++] = v[i++];
    }
    while (i < half)
        room[k++] = v[i++];
    while (j < n)
        room[k++] = v[j++];
    for (i = 0; i < n; i++)
        v[i] = room[i];
}

// 5!: merging is stable.
int main(void) {
    int v[5], room[5];
    coax_symbolic(v, sizeof v, "v");
    sort(v, 5, room);
    return (v[0] > v[1]) | (v[1] > v[2]) | (v[2] > v[3]) | (v[3] > v[4]);
}
