// strlen of the null pointer that getenv returned.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *v = getenv("COAX_NOT_SET_ANYWHERE");
    printf("%zu\n", strlen(v)); //~ null-dereference
    return 0;
}
