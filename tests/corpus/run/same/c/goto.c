// goto: loops, leaving nested loops, jumping into blocks, shared clean-up code.
#include <stdio.h>
#include <stdlib.h>

static int clean_up(int fail_at) {
    int result = -1;
    char *a = NULL, *b = NULL;
    a = malloc(10);
    if (fail_at == 1)
        goto done;
    b = malloc(20);
    if (fail_at == 2)
        goto free_b;
    result = 0;
free_b:
    free(b);
    result += 10;
done:
    free(a);
    return result;
}

static int find(int target, int *ri, int *rj) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            if (i * j + i == target) {
                *ri = i;
                *rj = j;
                goto found;
            }
    return 0;
found:
    return 1;
}

static unsigned collatz(unsigned n) {
    unsigned steps = 0;
again:
    if (n == 1)
        return steps;
    steps++;
    if (n & 1)
        goto odd;
    n /= 2;
    goto again;
odd:
    n = 3 * n + 1;
    goto again;
}

static int into(int k) {
    int r = 0;
    if (k)
        goto inside;
    while (r < 10) {
        r += 3;
    inside:
        r++;
    }
    return r;
}

int main(void) {
    for (int i = 0; i < 3; i++)
        printf("%d ", clean_up(i));
    int i = 0, j = 0;
    printf("%d", find(77, &i, &j));
    printf(" %d %d\n", i, j);
    printf("%d %u %u\n", find(401, &i, &j), collatz(27), collatz(97));
    printf("%d %d\n", into(0), into(1));
    int state = 0, trail = 0;
s0: trail = trail * 10 + 1;
    state++;
    if (state < 3) goto s1;
    goto end;
s1: trail = trail * 10 + 2;
    goto s0;
end:
    printf("%d\n", trail);
    return 0;
}
