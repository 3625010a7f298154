// The absolute value of INT_MIN.
#include <limits.h>
static int absolute(int x) {
    return x < 0 ? -x : x; //~ signed-overflow
}
int main(void) {
    return absolute(-5) + absolute(INT_MIN);
}
