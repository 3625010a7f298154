// Writing through a null pointer passed to a function.
#include <stddef.h>
static void set(int *out, int value) {
    *out = value; //~ null-dereference
}
int main(void) {
    int x;
    set(&x, 1);
    set(NULL, 2);
    return x;
}
