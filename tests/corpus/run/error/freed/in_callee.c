// A function that frees its argument sometimes.
#include <stdlib.h>
static void use(int *p, int n) {
    if (n > 2)
        free(p);
}
int main(void) {
    int *p = calloc(1, sizeof *p);
    for (int i = 0; i < 5; i++) {
        *p += i; //~ use-after-free
        use(p, i);
    }
    free(p);
    return 0;
}
