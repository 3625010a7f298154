// The error path frees what the caller frees again.
#include <coax.h>
#include <stdlib.h>

static int parse(char *buffer, int code) {
    buffer[0] = 0;
    if (code == 3) {
        free(buffer);
        return -1;
    }
    return code;
}

int main(void) {
    char *buffer = malloc(16);
    if (!buffer)
        return 2;
    int r = parse(buffer, coax_int("code"));
    free(buffer); //~ double-free
    return r < 0;
}
