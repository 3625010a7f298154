// A name without a dot has an empty extension.
//@ check: is_source --max-revisits 8
//@ allow: revisits input-size object-size
#include <string.h>

int is_source(const char *name) {
    if (name == NULL)
        return 0;
    const char *dot = strrchr(name, '.');
    return dot != NULL && strcmp(dot, ".c") == 0;
}
