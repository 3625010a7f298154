// The remainder of the smallest long by minus one.
#include <limits.h>
static long rest(long a, long b) {
    return a % b; //~ signed-overflow
}
int main(void) {
    return (int)(rest(LONG_MIN, 3) + rest(LONG_MIN, -1));
}
