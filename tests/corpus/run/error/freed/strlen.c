// A library function reads a freed string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *s = strdup("gone");
    printf("%zu\n", strlen(s));
    free(s);
    printf("%zu\n", strlen(s)); //~ use-after-free
    return 0;
}
