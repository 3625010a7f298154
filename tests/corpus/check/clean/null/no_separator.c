// A pair without a separator counts as empty.
//@ check: value_digit --max-revisits 8
//@ allow: revisits input-size object-size
#include <string.h>

int value_digit(const char *pair) {
    if (!pair)
        return -1;
    const char *separator = strchr(pair, '=');
    char digit = separator ? separator[1] : '0';
    return digit >= '0' && digit <= '9' ? digit - '0' : -1;
}
