// Counting past INT_MAX.
#include <limits.h>
int main(void) {
    int i = INT_MAX - 3, n = 0;
    while (i > 0) {
        i++; //~ signed-overflow
        n++;
    }
    return n;
}
