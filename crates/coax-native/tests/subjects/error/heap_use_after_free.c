#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
    *p = 3; //~ use-after-free
    return 0;
}
