// The room for a text depends on its format, and what the arguments are is first seen while it is
// written: the call that meets both is begun again.
//@ check: written --max-paths 1000
//@ bounded: concretized paths revisits untyped-pointer
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int written(const char *format, va_list arguments) {
    if (!format || format[0] != '%' || strchr(format + 1, '%') || strchr(format, '*'))
        return -1;
    size_t size = strlen(format) * 2 + 1;
    char *text = malloc(size);
    if (!text)
        return -1;
    va_list copy;
    va_copy(copy, arguments);
    int length = vsnprintf(text, size, format, copy);
    va_end(copy);
    free(text);
    return length;
}
