// Indexing a null array.
#include <stddef.h>
static long pick(const long *v, int i) {
    return v[i]; //~ null-dereference
}
int main(void) {
    return (int)pick(NULL, 3);
}
