// Summing beyond INT_MAX.
#include <limits.h>
int main(void) {
    int sum = 0, v[] = {1, INT_MAX - 2, 1, 1};
    for (int i = 0; i < 4; i++)
        sum += v[i]; //~ signed-overflow
    return sum;
}
