// The smallest int divided by minus one.
#include <limits.h>
static int divide(int a, int b) {
    return a / b; //~ signed-overflow
}
int main(void) {
    return divide(INT_MIN, 1) + divide(INT_MIN, -1);
}
