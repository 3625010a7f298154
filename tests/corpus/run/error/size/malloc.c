// A negative count becomes a huge allocation.
#include <stdlib.h>
static char *copy(int n) {
    return malloc((size_t)n); //~ negative-size
}
int main(void) {
    char *a = copy(10);
    char *b = copy(-10);
    free(a);
    free(b);
    return 0;
}
