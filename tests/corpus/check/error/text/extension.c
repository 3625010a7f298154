// A name without a dot has no extension.
//@ check: is_source --max-revisits 8
#include <string.h>

int is_source(const char *name) {
    if (name == NULL)
        return 0;
    const char *dot = strrchr(name, '.');
    return strcmp(dot, ".c") == 0; //~ null-dereference
}
