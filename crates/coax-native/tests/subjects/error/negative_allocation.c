//@ placeless
#include <stdlib.h>

static char *copy(int n) {
    return malloc((size_t)n); //~ negative-size
}

int main(int argc, char **argv) {
    char *p = copy(argc - 5);
    free(p);
    return 0;
}
