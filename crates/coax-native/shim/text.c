// Numbers to text and back with the C library's own code, where the number is a `long double`.
// Everything Rust can pass by value is called directly from Rust.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int coax_snprintf_f80(char *out, size_t size, const char *format, const long double *value)
{
    return snprintf(out, size, format, *value);
}

void coax_strtold(const char *text, char **end, long double *value)
{
    *value = strtold(text, end);
}
