// A function that is given the arguments of another one.
//@ check: average
#include <stdarg.h>

int average(unsigned count, va_list numbers) {
    long sum = 0;
    for (unsigned i = 0; i < count && i < 2; i++)
        sum += va_arg(numbers, int);
    return count ? (int)(sum / count) : 0;
}
