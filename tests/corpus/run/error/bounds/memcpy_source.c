// memcpy that reads beyond its source.
#include <string.h>
int main(void) {
    char to[64];
    char from[20] = "short";
    int n = 20;
    memcpy(to, from, (size_t)n);
    n += 4;
    memcpy(to, from, (size_t)n); //~ out-of-bounds
    return to[0];
}
