// A pair without a separator has no second half.
//@ check: value_digit --max-revisits 8
#include <string.h>

int value_digit(const char *pair) {
    if (!pair)
        return -1;
    const char *separator = strchr(pair, '=');
    char digit = separator[1]; //~ null-dereference
    return digit >= '0' && digit <= '9' ? digit - '0' : -1;
}
