// Freeing a global variable.
#include <stdlib.h>
static int table[4];
static int *storage = table;
int main(void) {
    free(storage); //~ invalid-free
    return 0;
}
