#include <string.h>

int main(int argc, char **argv) {
    char to[8], from[8] = "abc";
    memcpy(to, from, (size_t)(argc - 5)); //~ negative-size
    return to[0];
}
