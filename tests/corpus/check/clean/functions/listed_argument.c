// Nothing is wrong with the arguments of another function.
//@ check: share
#include <stdarg.h>

unsigned share(unsigned whole, va_list parts) {
    unsigned first = va_arg(parts, unsigned);
    unsigned second = va_arg(parts, unsigned);
    if (first > 1000 || second > 1000)
        return 0;
    return whole / (first + second + 1);
}
