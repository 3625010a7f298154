// Twins of the printf functions that write to memory, for arguments and strings that depend on
// inputs.
//
// A number forks by its sign and its count of digits, a string by its length; the characters
// themselves are terms. Formats with other conversions than %d %i %u %o %x %X %c %s %p %% are left
// to the model, which fixes what it reads to the values of the path's model.

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The models themselves, which fix what they read.
int __coax_fixed_vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int __coax_fixed_vsprintf(char *to, const char *format, va_list arguments);

// Where the text goes; `room` is what fits beside the terminator.
struct Sink {
    char *to;
    size_t room;
    size_t len;
};

struct Spec {
    int left, plus, space, alternate, zero;
    size_t width;
    int precision; // negative: none
    int bytes;     // of an integer
    char conversion;
};

static void put(struct Sink *sink, char c)
{
    if (sink->len < sink->room)
        sink->to[sink->len] = c;
    sink->len++;
}

static void repeat(struct Sink *sink, char c, size_t count)
{
    while (count--)
        put(sink, c);
}

static void put_text(struct Sink *sink, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        put(sink, text[i]);
}

static void put_padded(struct Sink *sink, const struct Spec *spec, const char *text, size_t len)
{
    size_t padding = spec->width > len ? spec->width - len : 0;
    if (!spec->left)
        repeat(sink, ' ', padding);
    put_text(sink, text, len);
    if (spec->left)
        repeat(sink, ' ', padding);
}

// ---- formats --------------------------------------------------------------------------------------

static const char *read_number(const char *at, unsigned *number)
{
    for (*number = 0; (unsigned)*at - '0' < 10 && *number < 100000000; at++)
        *number = *number * 10 + (unsigned)(*at - '0');
    return at;
}

// Reads what stands between % and the conversion; stars are counted, not taken.
static const char *read_spec(const char *at, struct Spec *spec, int *width_star, int *precision_star)
{
    *spec = (struct Spec){.precision = -1, .bytes = 4};
    for (;; at++) {
        if (*at == '-')
            spec->left = 1;
        else if (*at == '+')
            spec->plus = 1;
        else if (*at == ' ')
            spec->space = 1;
        else if (*at == '#')
            spec->alternate = 1;
        else if (*at == '0')
            spec->zero = 1;
        else
            break;
    }
    unsigned number = 0;
    *width_star = *at == '*';
    at = *width_star ? at + 1 : read_number(at, &number);
    spec->width = number;
    *precision_star = 0;
    if (*at == '.') {
        at++;
        *precision_star = *at == '*';
        at = *precision_star ? at + 1 : read_number(at, &number);
        spec->precision = *precision_star ? -1 : (int)number;
    }
    for (;; at++) {
        if (*at == 'h')
            spec->bytes = spec->bytes == 2 ? 1 : 2;
        else if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't' || *at == 'q')
            spec->bytes = 8;
        else
            break;
    }
    spec->conversion = *at;
    return *at ? at + 1 : at;
}

static int is_known(const char *format)
{
    struct Spec spec;
    int width_star, precision_star;
    while (*format) {
        if (*format++ != '%')
            continue;
        format = read_spec(format, &spec, &width_star, &precision_star);
        int wide = spec.bytes == 8 && (spec.conversion == 'c' || spec.conversion == 's');
        if (wide || !spec.conversion || !strchr("diuoxXcsp%", spec.conversion))
            return 0;
    }
    return 1;
}

// ---- integers -------------------------------------------------------------------------------------

// The digits of a number, the first one first; how many there are is decided against the powers of
// the base, so that each digit is a short term.
static size_t digits_of(unsigned long value, unsigned base, int upper, char digits[24])
{
    unsigned long powers[24];
    size_t count = 1;
    powers[0] = 1;
    while (powers[count - 1] <= ULONG_MAX / base) {
        powers[count] = powers[count - 1] * base;
        if (value < powers[count])
            break;
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned digit = (unsigned)(value / powers[count - 1 - i] % base);
        unsigned letter = digit - 10 + (upper ? 'A' : 'a');
        digits[i] = (char)(digit < 10 ? digit + '0' : letter);
    }
    return count;
}

static void put_integer(struct Sink *sink, const struct Spec *spec, const char *sign, unsigned long value)
{
    char digits[24];
    unsigned base = spec->conversion == 'o' ? 8 : spec->conversion == 'x' || spec->conversion == 'X' ? 16 : 10;
    size_t count = 0;
    if (spec->precision != 0 || value)
        count = digits_of(value, base, spec->conversion == 'X', digits);
    if (spec->alternate && base == 16 && value)
        sign = spec->conversion == 'X' ? "0X" : "0x";
    size_t wanted = spec->precision > 0 ? (size_t)spec->precision : 0;
    if (spec->alternate && base == 8 && wanted <= count && (!count || value))
        wanted = count + 1;
    size_t zeros = wanted > count ? wanted - count : 0, marks = strlen(sign);
    size_t len = marks + zeros + count;
    size_t padding = spec->width > len ? spec->width - len : 0;
    if (spec->zero && !spec->left && spec->precision < 0) {
        zeros += padding;
        padding = 0;
    }
    if (!spec->left)
        repeat(sink, ' ', padding);
    put_text(sink, sign, marks);
    repeat(sink, '0', zeros);
    put_text(sink, digits, count);
    if (spec->left)
        repeat(sink, ' ', padding);
}

static void put_signed(struct Sink *sink, const struct Spec *spec, long value)
{
    value = spec->bytes == 1 ? (signed char)value : spec->bytes == 2 ? (short)value : value;
    if (value < 0)
        put_integer(sink, spec, "-", 0 - (unsigned long)value);
    else
        put_integer(sink, spec, spec->plus ? "+" : spec->space ? " " : "", (unsigned long)value);
}

static void put_unsigned(struct Sink *sink, const struct Spec *spec, unsigned long value)
{
    value = spec->bytes == 1 ? (unsigned char)value : spec->bytes == 2 ? (unsigned short)value : value;
    put_integer(sink, spec, "", value);
}

// ---- everything -----------------------------------------------------------------------------------

static void put_string(struct Sink *sink, const struct Spec *spec, const char *text)
{
    if (!text)
        text = spec->precision < 0 || spec->precision >= 6 ? "(null)" : "";
    size_t len = spec->precision < 0 ? strlen(text) : strnlen(text, (size_t)spec->precision);
    put_padded(sink, spec, text, len);
}

static void put_pointer(struct Sink *sink, struct Spec *spec, void *pointer)
{
    if (!pointer) {
        put_padded(sink, spec, "(nil)", 5);
        return;
    }
    spec->conversion = 'x';
    spec->alternate = 0;
    put_integer(sink, spec, spec->plus ? "+0x" : spec->space ? " 0x" : "0x", (unsigned long)pointer);
}

static void convert(struct Sink *sink, struct Spec *spec, va_list *arguments)
{
    char c;
    switch (spec->conversion) {
    case 'd':
    case 'i':
        put_signed(sink, spec, spec->bytes == 8 ? va_arg(*arguments, long) : va_arg(*arguments, int));
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_unsigned(sink, spec,
                     spec->bytes == 8 ? va_arg(*arguments, unsigned long) : va_arg(*arguments, unsigned));
        break;
    case 'c':
        c = (char)va_arg(*arguments, int);
        put_padded(sink, spec, &c, 1);
        break;
    case 's':
        put_string(sink, spec, va_arg(*arguments, const char *));
        break;
    case 'p':
        put_pointer(sink, spec, va_arg(*arguments, void *));
        break;
    default:
        put(sink, '%');
    }
}

static int put_format(struct Sink *sink, const char *format, va_list *arguments)
{
    while (*format) {
        if (*format != '%') {
            put(sink, *format++);
            continue;
        }
        struct Spec spec;
        int width_star, precision_star;
        format = read_spec(format + 1, &spec, &width_star, &precision_star);
        if (width_star) {
            int width = va_arg(*arguments, int);
            spec.left |= width < 0;
            spec.width = width < 0 ? 0 - (size_t)(long)width : (size_t)width;
        }
        if (precision_star)
            spec.precision = va_arg(*arguments, int);
        convert(sink, &spec, arguments);
    }
    return (int)sink->len;
}

int __coax_twin_vsnprintf(char *to, size_t size, const char *format, va_list arguments)
{
    if (!is_known(format))
        return __coax_fixed_vsnprintf(to, size, format, arguments);
    struct Sink sink = {to, size ? size - 1 : 0, 0};
    va_list copy;
    va_copy(copy, arguments);
    int len = put_format(&sink, format, &copy);
    va_end(copy);
    if (size)
        to[sink.len < sink.room ? sink.len : sink.room] = '\0';
    return len;
}

int __coax_twin_vsprintf(char *to, const char *format, va_list arguments)
{
    if (!is_known(format))
        return __coax_fixed_vsprintf(to, format, arguments);
    return __coax_twin_vsnprintf(to, (size_t)-1, format, arguments);
}

int __coax_twin_snprintf(char *to, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int len = __coax_twin_vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return len;
}

int __coax_twin_sprintf(char *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int len = __coax_twin_vsprintf(to, format, arguments);
    va_end(arguments);
    return len;
}

int __coax_twin_vasprintf(char **place, const char *format, va_list arguments)
{
    va_list copy;
    va_copy(copy, arguments);
    int len = __coax_twin_vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    if (len < 0)
        return len;
    char *text = malloc((size_t)len + 1);
    if (!text)
        return -1;
    *place = text;
    return __coax_twin_vsnprintf(text, (size_t)len + 1, format, arguments);
}

int __coax_twin_asprintf(char **place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int len = __coax_twin_vasprintf(place, format, arguments);
    va_end(arguments);
    return len;
}

// The fortified ones: a flag and the room that the compiler knows come in between. Writing beyond
// the room is an error of the program, which the plain function finds where the object ends.

int __coax_twin_vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format,
                              va_list arguments)
{
    (void)flag;
    (void)room;
    return __coax_twin_vsnprintf(to, size, format, arguments);
}

int __coax_twin_vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list arguments)
{
    (void)flag;
    (void)room;
    return __coax_twin_vsprintf(to, format, arguments);
}

int __coax_twin_snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    (void)flag;
    (void)room;
    va_list arguments;
    va_start(arguments, format);
    int len = __coax_twin_vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return len;
}

int __coax_twin_sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    (void)flag;
    (void)room;
    va_list arguments;
    va_start(arguments, format);
    int len = __coax_twin_vsprintf(to, format, arguments);
    va_end(arguments);
    return len;
}
