// Calling a null function pointer.
#include <stdio.h>
static int (*handlers[3])(int);
static int twice(int x) { return 2 * x; }
int main(void) {
    handlers[0] = twice;
    printf("%d\n", handlers[0](4));
    return handlers[1](4); //~ null-dereference
}
