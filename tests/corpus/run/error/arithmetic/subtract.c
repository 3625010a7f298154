// A comparator that subtracts.
#include <limits.h>
static int compare(int a, int b) {
    return a - b; //~ signed-overflow
}
int main(void) {
    return compare(3, 2) + compare(-2, INT_MAX);
}
