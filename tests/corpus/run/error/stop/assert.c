// An assertion that fails.
#include <assert.h>
#include <stdio.h>
static int half(int x) {
    assert(x % 2 == 0); //~ assertion
    return x / 2;
}
int main(void) {
    printf("%d\n", half(4));
    printf("%d\n", half(5));
    return 0;
}
