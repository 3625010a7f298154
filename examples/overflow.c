// Copies the value out of `key=value`, one byte too far: the buffer has no room for the end of the
// string. Run natively, this usually seems to work.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *value_of(const char *pair) {
    const char *value = strchr(pair, '=') + 1;
    size_t length = strlen(value);
    char *copy = malloc(length);
    for (size_t i = 0; i <= length; i++)
        copy[i] = value[i];
    return copy;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *value = value_of(argv[i]);
        printf("%s\n", value);
        free(value);
    }
    return 0;
}
