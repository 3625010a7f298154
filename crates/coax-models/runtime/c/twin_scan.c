// Twins of the scanf functions, for text and files that depend on inputs.
//
// One decision per byte: does it belong to the field. What a number's digits are worth stays a
// term. Formats with wide characters, %m or numbered arguments are left to the model, which fixes
// what it reads to the values of the path's model.

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

// The models themselves, which fix what they read.
int __coax_fixed_vsscanf(const char *text, const char *format, va_list arguments);
int __coax_fixed_vfscanf(FILE *file, const char *format, va_list arguments);

// Where the bytes come from: a string, or a stream if that is null.
struct Source {
    const char *text;
    FILE *file;
    long consumed;
};

struct Spec {
    int suppress;
    size_t width;
    int bytes;     // of an integer; of a float 4 (%f), 8 (%lf) or 16 (%Lf)
    int long_twice;
    char conversion;
};

// Why scanning ended.
enum End { DONE, INPUT, MISMATCH };

static int is_space(int c)
{
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}

static int next(struct Source *source)
{
    int c;
    if (source->text) {
        c = (byte)*source->text;
        if (!c)
            return EOF;
        source->text++;
    } else {
        c = getc(source->file);
        if (c == EOF)
            return EOF;
    }
    source->consumed++;
    return c;
}

static void back(struct Source *source, int c)
{
    if (c == EOF)
        return;
    if (source->text)
        source->text--;
    else
        ungetc(c, source->file);
    source->consumed--;
}

static void skip_space(struct Source *source)
{
    int c;
    while ((c = next(source)) != EOF && is_space(c))
        ;
    back(source, c);
}

// ---- formats --------------------------------------------------------------------------------------

static const char *read_spec(const char *at, struct Spec *spec)
{
    *spec = (struct Spec){.bytes = 4};
    if (*at == '*') {
        spec->suppress = 1;
        at++;
    }
    for (; (unsigned)*at - '0' < 10; at++)
        spec->width = spec->width * 10 + (size_t)(*at - '0');
    if (!spec->width)
        spec->width = SIZE_MAX;
    for (;; at++) {
        if (*at == 'h')
            spec->bytes = spec->bytes == 2 ? 1 : 2;
        else if (*at == 'l' || *at == 'L' || *at == 'q') {
            spec->long_twice = spec->bytes == 8 || *at != 'l';
            spec->bytes = 8;
        } else if (*at == 'z' || *at == 'j' || *at == 't')
            spec->bytes = 8;
        else
            break;
    }
    spec->conversion = *at;
    return *at ? at + 1 : at;
}

// The end of a set, behind its bracket; null if there is none.
static const char *set_end(const char *set)
{
    if (*set == '^')
        set++;
    if (*set == ']')
        set++;
    set = strchr(set, ']');
    return set ? set + 1 : NULL;
}

static int is_known(const char *format)
{
    struct Spec spec;
    while (*format) {
        if (*format++ != '%')
            continue;
        format = read_spec(format, &spec);
        int wide = spec.bytes == 8 && strchr("cs[", spec.conversion);
        int long_double = spec.long_twice && strchr("eEfFgGaA", spec.conversion);
        if (!spec.conversion || wide || long_double || !strchr("diuoxXpcsn[%eEfFgG", spec.conversion))
            return 0;
        if (spec.conversion == '[' && !(format = set_end(format)))
            return 0;
    }
    return 1;
}

// ---- integers -------------------------------------------------------------------------------------

static unsigned digit_of(int c, unsigned base)
{
    unsigned digit = (unsigned)c - '0';
    if (base <= 10)
        return digit;
    unsigned letter = ((unsigned)c | 32) - 'a';
    unsigned other = letter < 6 ? letter + 10 : UINT_MAX;
    return digit < 10 ? digit : other;
}

static int next_in(struct Source *source, size_t width)
{
    return width ? next(source) : EOF;
}

static void store_integer(void *to, int bytes, unsigned long value)
{
    switch (bytes) {
    case 1: *(byte *)to = (byte)value; break;
    case 2: *(unsigned short *)to = (unsigned short)value; break;
    case 4: *(unsigned *)to = (unsigned)value; break;
    default: *(unsigned long *)to = value;
    }
}

// As strtol and strtoul have it when a number does not fit.
static unsigned long limited(unsigned long magnitude, int negative, int overflow, size_t digits, int is_signed)
{
    unsigned long value = negative ? 0 - magnitude : magnitude;
    if (digits <= 15)
        return value;
    if (!is_signed)
        return overflow ? ULONG_MAX : value;
    unsigned long most = (unsigned long)LONG_MAX + (unsigned long)negative;
    if (overflow || magnitude > most)
        return most;
    return value;
}

static enum End scan_integer(struct Source *source, const struct Spec *spec, unsigned base, void *to)
{
    size_t width = spec->width, digits = 0;
    unsigned long magnitude = 0;
    int negative = 0, overflow = 0, c = next(source);
    if (c == EOF)
        return INPUT;
    if ((c == '-') | (c == '+')) {
        negative = c == '-';
        c = next_in(source, --width);
    }
    if ((base == 0 || base == 16) && c == '0' && width) {
        digits = 1;
        c = next_in(source, --width);
        if (c != EOF && (c | 32) == 'x') {
            base = 16;
            c = next_in(source, --width);
        } else if (!base)
            base = 8;
    }
    base = base ? base : 10;
    for (unsigned digit; c != EOF && (digit = digit_of(c, base)) < base; digits++) {
        if (digits >= 15 && magnitude > (ULONG_MAX - digit) / base)
            overflow = 1;
        magnitude = magnitude * base + digit;
        c = next_in(source, --width);
    }
    back(source, c);
    if (!digits)
        return MISMATCH;
    int is_signed = spec->conversion == 'd' || spec->conversion == 'i';
    if (to)
        store_integer(to, spec->conversion == 'p' ? 8 : spec->bytes,
                      limited(magnitude, negative, overflow, digits, is_signed));
    return DONE;
}

// ---- floats ---------------------------------------------------------------------------------------

enum { LONGEST_FLOAT = 128 };

// Everything that looks like a decimal number; `strtod` says what it is.
static enum End scan_float(struct Source *source, const struct Spec *spec, void *to)
{
    char text[LONGEST_FLOAT + 1];
    size_t width = spec->width < LONGEST_FLOAT ? spec->width : LONGEST_FLOAT, len = 0;
    int dot = 0, digits = 0, exponent = 0, c = next(source);
    if (c == EOF)
        return INPUT;
    if ((c == '-') | (c == '+')) {
        text[len++] = (char)c;
        c = next_in(source, --width);
    }
    while (c != EOF) {
        if ((unsigned)c - '0' < 10)
            digits = 1;
        else if (c == '.' && !dot)
            dot = 1;
        else if (digits && !exponent && (c | 32) == 'e') {
            exponent = dot = 1;
            c = 'e';
        } else if (!(exponent && text[len - 1] == 'e' && ((c == '-') | (c == '+'))))
            break;
        text[len++] = (char)c;
        c = next_in(source, --width);
    }
    back(source, c);
    if (!digits)
        return MISMATCH;
    text[len] = '\0';
    if (to && spec->bytes == 8)
        *(double *)to = strtod(text, NULL);
    else if (to)
        *(float *)to = strtof(text, NULL);
    return DONE;
}

// ---- characters -------------------------------------------------------------------------------------

static enum End scan_characters(struct Source *source, const struct Spec *spec, char *to)
{
    size_t width = spec->width == SIZE_MAX ? 1 : spec->width;
    for (size_t i = 0; i < width; i++) {
        int c = next(source);
        if (c == EOF)
            return i ? DONE : INPUT;
        if (to)
            to[i] = (char)c;
    }
    return DONE;
}

// Is the byte in the set between these places? One condition, whatever the set.
static int is_member(int c, const byte *set, const byte *end)
{
    int found = 0;
    while (set < end) {
        unsigned low = set[0], high = low;
        if (end - set > 2 && set[1] == '-' && set[2] >= low) {
            high = set[2];
            set += 2;
        }
        found |= (unsigned)c - low <= high - low;
        set++;
    }
    return found;
}

// Bytes of a set; null for everything but blanks.
static enum End scan_string(struct Source *source, const struct Spec *spec, const char *set,
                            const char *end, char *to)
{
    int inverted = set && *set == '^', c = next(source);
    size_t len = 0;
    if (c == EOF)
        return INPUT;
    while (c != EOF) {
        int belongs = set ? is_member(c, (const byte *)set + inverted, (const byte *)end) ^ inverted : !is_space(c);
        if (!belongs)
            break;
        if (to)
            to[len] = (char)c;
        len++;
        c = next_in(source, spec->width - len);
    }
    back(source, c);
    if (!len)
        return MISMATCH;
    if (to)
        to[len] = '\0';
    return DONE;
}

// ---- everything -----------------------------------------------------------------------------------

static enum End literal(struct Source *source, int wanted)
{
    int c = next(source);
    if (c == EOF)
        return INPUT;
    if (c == wanted)
        return DONE;
    back(source, c);
    return MISMATCH;
}

static enum End convert(struct Source *source, const struct Spec *spec, const char *set, const char *end,
                        void *to)
{
    switch (spec->conversion) {
    case 'd':
    case 'u': return scan_integer(source, spec, 10, to);
    case 'i': return scan_integer(source, spec, 0, to);
    case 'o': return scan_integer(source, spec, 8, to);
    case 'x':
    case 'X':
    case 'p': return scan_integer(source, spec, 16, to);
    case 'c': return scan_characters(source, spec, to);
    case 's': return scan_string(source, spec, NULL, NULL, to);
    case '[': return scan_string(source, spec, set, end, to);
    default: return scan_float(source, spec, to);
    }
}

static enum End scan(struct Source *source, const char *format, va_list *arguments, int *done)
{
    enum End end = DONE;
    while (*format && end == DONE) {
        struct Spec spec;
        char c = *format++;
        if (is_space(c)) {
            skip_space(source);
            continue;
        }
        if (c != '%') {
            end = literal(source, (byte)c);
            continue;
        }
        format = read_spec(format, &spec);
        if (!strchr("[cn", spec.conversion))
            skip_space(source);
        if (spec.conversion == '%') {
            end = literal(source, '%');
            continue;
        }
        void *to = spec.suppress ? NULL : va_arg(*arguments, void *);
        if (spec.conversion == 'n') {
            if (to)
                store_integer(to, spec.bytes, (unsigned long)source->consumed);
            continue;
        }
        const char *set = format;
        if (spec.conversion == '[')
            format = set_end(format);
        end = convert(source, &spec, set, format - 1, to);
        *done += end == DONE && to;
    }
    return end;
}

static int scan_all(struct Source *source, const char *format, va_list arguments)
{
    va_list copy;
    va_copy(copy, arguments);
    int done = 0;
    enum End end = scan(source, format, &copy, &done);
    va_end(copy);
    return end == INPUT && !done ? EOF : done;
}

int __coax_twin_vsscanf(const char *text, const char *format, va_list arguments)
{
    if (!is_known(format))
        return __coax_fixed_vsscanf(text, format, arguments);
    struct Source source = {text, NULL, 0};
    return scan_all(&source, format, arguments);
}

int __coax_twin_vfscanf(FILE *file, const char *format, va_list arguments)
{
    if (!is_known(format))
        return __coax_fixed_vfscanf(file, format, arguments);
    struct Source source = {NULL, file, 0};
    return scan_all(&source, format, arguments);
}

int __coax_twin_vscanf(const char *format, va_list arguments)
{
    return __coax_twin_vfscanf(stdin, format, arguments);
}

int __coax_twin_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int done = __coax_twin_vsscanf(text, format, arguments);
    va_end(arguments);
    return done;
}

int __coax_twin_fscanf(FILE *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int done = __coax_twin_vfscanf(file, format, arguments);
    va_end(arguments);
    return done;
}

int __coax_twin_scanf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int done = __coax_twin_vfscanf(stdin, format, arguments);
    va_end(arguments);
    return done;
}
