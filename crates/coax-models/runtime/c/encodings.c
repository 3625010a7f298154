// a64l, l64a and swab.

#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static const char alphabet[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

char *l64a(long value)
{
    static char text[7];
    uint32_t rest = (uint32_t)value;
    int length = 0;
    while (rest) {
        text[length++] = alphabet[rest & 63];
        rest >>= 6;
    }
    text[length] = '\0';
    return text;
}

static int digit(char c)
{
    for (int i = 0; i < 64; i++)
        if (alphabet[i] == c)
            return i;
    return -1;
}

long a64l(const char *text)
{
    uint32_t value = 0;
    for (int i = 0; i < 6 && text[i]; i++) {
        int d = digit(text[i]);
        if (d < 0)
            break;
        value |= (uint32_t)d << (6 * i);
    }
    return (int32_t)value;
}

void swab(const void *restrict from, void *restrict to, ssize_t count)
{
    const char *f = from;
    char *t = to;
    for (; count > 1; count -= 2, f += 2, t += 2) {
        char first = f[0];
        t[0] = f[1];
        t[1] = first;
    }
}
