#include <stdlib.h>

static int lose(void) {
    int *list = malloc(10 * sizeof *list); //~ memory-leak
    list[3] = 4;
    return list[3];
}

int main(void) {
    if (lose() == 4)
        exit(0);
    return 0;
}
