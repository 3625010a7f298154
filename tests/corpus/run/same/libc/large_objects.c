// Objects of more than 4 GiB: what is never written costs nothing, and what no machine has is refused.
#include <stdio.h>
#include <stdlib.h>

static char zeros[6ul << 30];

int main(void) {
    size_t size = 5ul << 30;
    char *all = malloc(size);
    if (!all)
        return 1;
    all[0] = 'a';
    all[size / 2] = 'm';
    all[size - 1] = 'z';
    printf("%c%c%c %d\n", all[0], all[size / 2], all[size - 1], zeros[sizeof zeros - 1]);
    free(all);
    int *numbers = calloc(1ul << 30, 8);
    numbers[1 << 30] = 7;
    printf("%d %d\n", numbers[1 << 30], numbers[5]);
    free(numbers);
    printf("%s\n", malloc(1ul << 45) ? "there" : "null");
    return 0;
}
