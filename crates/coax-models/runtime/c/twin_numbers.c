// Twins of the functions that read numbers out of text, for text that depends on inputs.
//
// One decision per byte: is it a blank, a sign, a digit. What the digits are worth stays a term.
// The check against overflow begins where it can fail, not before. Floating point numbers with few
// digits and without exponent are a division of two exact numbers, hence correctly rounded; all
// others are read by the model, for the values of the path's model only.

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned char byte;

// The models themselves, which fix what they read.
double __coax_fixed_strtod(const char *text, char **end);
float __coax_fixed_strtof(const char *text, char **end);

static int is_space(byte c)
{
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}

static unsigned digit_of(byte c, unsigned base)
{
    unsigned digit = c - '0';
    if (base <= 10)
        return digit;
    unsigned letter = (c | 32u) - 'a';
    unsigned other = letter < 26 ? letter + 10 : UINT_MAX;
    return digit < 10 ? digit : other;
}

// How many digits cannot make a number of more than 63 bits.
static unsigned harmless_digits(unsigned base)
{
    unsigned count = 0;
    for (unsigned long most = LONG_MAX; most >= base; most /= base)
        count++;
    return count;
}

struct Integer {
    unsigned long magnitude;
    const byte *end; // null if there is no number
    int negative;
    int overflow;   // it does not fit 64 bits
    int harmless;   // it certainly fits 63
};

static void read_digits(struct Integer *number, const byte *at, unsigned base)
{
    unsigned harmless = harmless_digits(base), count = 0;
    for (unsigned digit; (digit = digit_of(*at, base)) < base; at++, count++) {
        unsigned long room = (ULONG_MAX - digit) / base;
        if (count >= harmless && number->magnitude > room)
            number->overflow = 1;
        number->magnitude = number->magnitude * base + digit;
    }
    number->harmless = count <= harmless;
    if (count)
        number->end = at;
}

static struct Integer read_integer(const char *text, unsigned base, int c23)
{
    struct Integer number = {0, NULL, 0, 0, 0};
    const byte *at = (const byte *)text;
    while (is_space(*at))
        at++;
    if ((*at == '-') | (*at == '+')) {
        number.negative = *at == '-';
        at++;
    }
    int may_have_prefix = base == 0 || base == 16 || (c23 && base == 2);
    if (may_have_prefix && *at == '0') {
        number.end = at + 1;
        if ((base == 0 || base == 16) && (at[1] | 32) == 'x') {
            read_digits(&number, at + 2, 16);
            return number;
        }
        if (c23 && base != 16 && (at[1] | 32) == 'b') {
            read_digits(&number, at + 2, 2);
            return number;
        }
        base = base ? base : 8;
    }
    read_digits(&number, at, base ? base : 10);
    return number;
}

static void set_end(char **end, const char *text, const byte *number_end)
{
    if (end)
        *end = (char *)(number_end ? (const char *)number_end : text);
}

static long as_signed(const struct Integer *number)
{
    long value = (long)(number->negative ? 0 - number->magnitude : number->magnitude);
    if (number->harmless)
        return value;
    unsigned long most = (unsigned long)LONG_MAX + (unsigned long)number->negative;
    if (number->overflow || number->magnitude > most) {
        errno = ERANGE;
        return number->negative ? LONG_MIN : LONG_MAX;
    }
    return value;
}

static unsigned long as_unsigned(const struct Integer *number)
{
    if (number->overflow) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return number->negative ? 0 - number->magnitude : number->magnitude;
}

static int is_base(int base)
{
    if (base == 0 || (base >= 2 && base <= 36))
        return 1;
    errno = EINVAL;
    return 0;
}

static long to_long(const char *text, char **end, int base, int c23)
{
    if (!is_base(base))
        return 0;
    struct Integer number = read_integer(text, (unsigned)base, c23);
    set_end(end, text, number.end);
    return as_signed(&number);
}

static unsigned long to_unsigned_long(const char *text, char **end, int base, int c23)
{
    if (!is_base(base))
        return 0;
    struct Integer number = read_integer(text, (unsigned)base, c23);
    set_end(end, text, number.end);
    return as_unsigned(&number);
}

long __coax_twin_atol(const char *text)
{
    return to_long(text, NULL, 10, 0);
}

int __coax_twin_atoi(const char *text)
{
    return (int)to_long(text, NULL, 10, 0);
}

long __coax_twin_strtol(const char *text, char **end, int base)
{
    return to_long(text, end, base, 0);
}

long __coax_twin_strtol_c23(const char *text, char **end, int base)
{
    return to_long(text, end, base, 1);
}

unsigned long __coax_twin_strtoul(const char *text, char **end, int base)
{
    return to_unsigned_long(text, end, base, 0);
}

unsigned long __coax_twin_strtoul_c23(const char *text, char **end, int base)
{
    return to_unsigned_long(text, end, base, 1);
}

// ---- floating point -------------------------------------------------------------------------------

struct Decimal {
    unsigned long mantissa;
    unsigned fraction; // how many of its digits stand behind the point
    const byte *end;   // null if there is no number
    int negative;
    int simple;
};

// A number of at most `most` digits without exponent; anything else is not simple.
static struct Decimal read_decimal(const char *text, unsigned most)
{
    struct Decimal number = {0, 0, NULL, 0, 0};
    const byte *at = (const byte *)text;
    unsigned count = 0, leading = 0;
    while (is_space(*at))
        at++;
    if ((*at == '-') | (*at == '+')) {
        number.negative = *at == '-';
        at++;
    }
    // Infinities and NaNs.
    if (((*at | 32) == 'i') | ((*at | 32) == 'n'))
        return number;
    const byte *first = at;
    for (; (unsigned)*at - '0' < 10; at++, count++)
        number.mantissa = number.mantissa * 10 + (*at - (unsigned long)'0');
    // A hexadecimal number.
    if (count == 1 && *first == '0' && (*at | 32) == 'x')
        return number;
    if (count)
        number.end = at;
    if (*at == '.') {
        leading = count;
        for (at++; (unsigned)*at - '0' < 10; at++, count++)
            number.mantissa = number.mantissa * 10 + (*at - (unsigned long)'0');
        number.fraction = count - leading;
        if (count)
            number.end = at;
    }
    number.simple = count <= most && (!count || (*at | 32) != 'e');
    return number;
}

double __coax_twin_strtod(const char *text, char **end)
{
    static const double POWERS[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    struct Decimal number = read_decimal(text, 15);
    if (!number.simple)
        return __coax_fixed_strtod(text, end);
    set_end(end, text, number.end);
    double value = (double)(long)number.mantissa;
    if (number.fraction)
        value /= POWERS[number.fraction];
    return number.negative && number.end ? -value : value;
}

double __coax_twin_atof(const char *text)
{
    return __coax_twin_strtod(text, NULL);
}

float __coax_twin_strtof(const char *text, char **end)
{
    static const float POWERS[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f};
    struct Decimal number = read_decimal(text, 7);
    if (!number.simple)
        return __coax_fixed_strtof(text, end);
    set_end(end, text, number.end);
    float value = (float)(long)number.mantissa;
    if (number.fraction)
        value /= POWERS[number.fraction];
    return number.negative && number.end ? -value : value;
}
