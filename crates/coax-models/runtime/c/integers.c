// abs, div, ffs and their wider variants.

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

#include <string.h>

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

int ffs(int value) { return value ? __builtin_ctz((unsigned)value) + 1 : 0; }
int ffsl(long value) { return value ? __builtin_ctzl((unsigned long)value) + 1 : 0; }
int ffsll(long long value) { return value ? __builtin_ctzll((unsigned long long)value) + 1 : 0; }
