#include <string.h>

int main(int argc, char **argv) {
    char to[4];
    memcpy(to, "too long for it", (size_t)argc * 10); //~ out-of-bounds
    return to[0];
}
