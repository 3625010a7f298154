// An opaque handle: opened in a mode, read until its end, closed.
//@ coverage: >= 9
#include "handle.h"
#include <stdlib.h>

struct handle {
    int mode, position;
};

struct handle *handle_open(int mode) {
    if (mode != 1 && mode != 2)
        return NULL;
    struct handle *handle = calloc(1, sizeof *handle);
    if (handle)
        handle->mode = mode;
    return handle;
}

int handle_read(struct handle *handle) {
    if (!handle)
        return -1;
    if (handle->position == handle->mode)
        return 0;
    return ++handle->position;
}

void handle_close(struct handle *handle) { free(handle); }
