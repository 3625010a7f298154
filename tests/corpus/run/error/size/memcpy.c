// memcpy with a length that became negative.
#include <string.h>
int main(void) {
    char from[16] = "header:body", to[16];
    int header = 7, total = 5;
    memcpy(to, from, 7);
    memcpy(to, from, (size_t)(total - header)); //~ negative-size
    return to[0];
}
