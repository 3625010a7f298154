// Freeing a pointer that was advanced.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *s = strdup("  text");
    while (*s == ' ')
        s++;
    free(s); //~ invalid-free
    return 0;
}
