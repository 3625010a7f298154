// A count of minus one becomes the largest size there is.
#include <coax.h>
#include <stdlib.h>

int main(void) {
    int n = coax_int("n");
    if (n > 16)
        return 1;
    char *p = malloc((size_t)n); //~ negative-size
    free(p);
    return 0;
}
