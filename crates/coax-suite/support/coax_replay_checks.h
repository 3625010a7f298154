/* Functions of the C library that AddressSanitizer does not look into: what they read and write is
 * touched here, where it does look. `strtoul` of four digits without an end reads beyond them, and
 * without this nobody would notice.
 *
 * Only what such a function cannot do without is touched: never more than the real one reads or
 * writes. All are weak: a program that has its own keeps it. The names for the linker are given by
 * labels, so that no declaration in a header can be in the way. */
#ifndef COAX_REPLAY_CHECKS_H
#define COAX_REPLAY_CHECKS_H
#pragma GCC system_header

#if defined(__SANITIZE_ADDRESS__)
#define REPLAY_CHECKS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REPLAY_CHECKS
#endif
#endif

#ifdef REPLAY_CHECKS
#include <dlfcn.h>
#include <wchar.h>
#include <wctype.h>

#ifdef __cplusplus
extern "C" {
#endif

#define REPLAY_CHECKED(type, name, parameters)                                                     \
    extern type replay_checked_##name parameters __asm__(#name) __attribute__((weak, used));       \
    type replay_checked_##name parameters
/* The library's own. */
#define REPLAY_REAL(name) ((__typeof__(&replay_checked_##name))replay_real(#name))

static void *replay_real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        replay_diverge("the C library has no %s", name);
    return function;
}

/* ---- What is touched --------------------------------------------------------------------------- */

static void replay_read_bytes(const void *start, size_t size) {
    const volatile char *bytes = (const volatile char *)start;
    size_t i;
    for (i = 0; i < size; i++)
        (void)bytes[i];
}

/* Before anything is written there, so that nothing is destroyed. */
static void replay_write_bytes(void *start, size_t size) {
    volatile char *bytes = (volatile char *)start;
    size_t i;
    for (i = 0; i < size; i++)
        bytes[i] = bytes[i];
}

/* The length of a text, whose end is read, too; at most this much of it. */
static size_t replay_length(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && ((const volatile char *)text)[length])
        length++;
    return length;
}

static size_t replay_wide_length(const wchar_t *text, size_t most) {
    size_t length = 0;
    while (length < most && ((const volatile wchar_t *)text)[length])
        length++;
    return length;
}

/* Two texts up to where they differ. */
static void replay_compare(const char *left, const char *right) {
    const volatile char *a = left, *b = right;
    while (*a == *b && *a)
        a++, b++;
}

static void replay_wide_compare(const wchar_t *left, const wchar_t *right, size_t most, bool fold) {
    const volatile wchar_t *a = left, *b = right;
    size_t i;
    for (i = 0; i < most; i++) {
        wint_t x = (wint_t)a[i], y = (wint_t)b[i];
        if (!x || (fold ? towlower(x) != towlower(y) : x != y))
            break;
    }
}

/* A text up to the first character that is (or is not) one of these; then these are read whole, at the
 * latest when that character is none of them. */
static void replay_span(const char *text, const char *set, bool in) {
    const volatile char *at = text;
    for (; *at; at++) {
        const volatile char *one = set;
        while (*one && *one != *at)
            one++;
        if ((*one != 0) != in)
            break;
    }
}

static void replay_wide_span(const wchar_t *text, const wchar_t *set, bool in) {
    const volatile wchar_t *at = text;
    for (; *at; at++) {
        const volatile wchar_t *one = set;
        while (*one && *one != *at)
            one++;
        if ((*one != 0) != in)
            break;
    }
}

/* A number up to the character that ends it; one that does not begin, up to where it would. */
static void replay_number(const char *text, const char *stop) {
    if (stop == text) {
        const volatile char *at = text;
        while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
            at++;
    } else if (stop) {
        replay_read_bytes(text, (size_t)(stop - text) + 1);
    }
}

static void replay_wide_number(const wchar_t *text, const wchar_t *stop) {
    if (stop == text) {
        const volatile wchar_t *at = text;
        while (iswspace((wint_t)*at))
            at++;
    } else if (stop) {
        replay_read_bytes(text, ((size_t)(stop - text) + 1) * sizeof *text);
    }
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

#define REPLAY_INTEGER(type, name)                                                                 \
    REPLAY_CHECKED(type, name, (const char *text, char **end, int base)) {                         \
        char *stop = NULL;                                                                         \
        type value = REPLAY_REAL(name)(text, &stop, base);                                         \
        replay_number(text, stop);                                                                 \
        if (end && stop)                                                                           \
            *end = stop;                                                                           \
        return value;                                                                              \
    }
REPLAY_INTEGER(unsigned long, strtoul)
REPLAY_INTEGER(unsigned long long, strtoull)
REPLAY_INTEGER(long long, strtoq)
REPLAY_INTEGER(unsigned long long, strtouq)
/* What C23 calls the same. */
REPLAY_INTEGER(long, __isoc23_strtol)
REPLAY_INTEGER(long long, __isoc23_strtoll)
REPLAY_INTEGER(unsigned long, __isoc23_strtoul)
REPLAY_INTEGER(unsigned long long, __isoc23_strtoull)

#define REPLAY_FLOAT(type, name)                                                                   \
    REPLAY_CHECKED(type, name, (const char *text, char **end)) {                                   \
        char *stop = NULL;                                                                         \
        type value = REPLAY_REAL(name)(text, &stop);                                               \
        replay_number(text, stop);                                                                 \
        if (end && stop)                                                                           \
            *end = stop;                                                                           \
        return value;                                                                              \
    }
REPLAY_FLOAT(float, strtof)
REPLAY_FLOAT(double, strtod)
REPLAY_FLOAT(long double, strtold)
REPLAY_CHECKED(double, atof, (const char *text)) {
    char *stop = NULL;
    double value = REPLAY_REAL(strtod)(text, &stop);
    replay_number(text, stop);
    return value;
}

#define REPLAY_WIDE_INTEGER(type, name)                                                            \
    REPLAY_CHECKED(type, name, (const wchar_t *text, wchar_t **end, int base)) {                   \
        wchar_t *stop = NULL;                                                                      \
        type value = REPLAY_REAL(name)(text, &stop, base);                                         \
        replay_wide_number(text, stop);                                                            \
        if (end && stop)                                                                           \
            *end = stop;                                                                           \
        return value;                                                                              \
    }
REPLAY_WIDE_INTEGER(long, wcstol)
REPLAY_WIDE_INTEGER(long long, wcstoll)
REPLAY_WIDE_INTEGER(unsigned long, wcstoul)
REPLAY_WIDE_INTEGER(unsigned long long, wcstoull)

#define REPLAY_WIDE_FLOAT(type, name)                                                              \
    REPLAY_CHECKED(type, name, (const wchar_t *text, wchar_t **end)) {                             \
        wchar_t *stop = NULL;                                                                      \
        type value = REPLAY_REAL(name)(text, &stop);                                               \
        replay_wide_number(text, stop);                                                            \
        if (end && stop)                                                                           \
            *end = stop;                                                                           \
        return value;                                                                              \
    }
REPLAY_WIDE_FLOAT(float, wcstof)
REPLAY_WIDE_FLOAT(double, wcstod)
REPLAY_WIDE_FLOAT(long double, wcstold)

/* ---- Texts ------------------------------------------------------------------------------------- */

REPLAY_CHECKED(int, strcoll, (const char *left, const char *right)) {
    replay_compare(left, right);
    return REPLAY_REAL(strcoll)(left, right);
}
REPLAY_CHECKED(int, strverscmp, (const char *left, const char *right)) {
    replay_compare(left, right);
    return REPLAY_REAL(strverscmp)(left, right);
}
REPLAY_CHECKED(char *, rindex, (const char *text, int letter)) {
    replay_length(text, SIZE_MAX);
    return REPLAY_REAL(rindex)(text, letter);
}
REPLAY_CHECKED(void *, rawmemchr, (const void *bytes, int letter)) {
    void *found = REPLAY_REAL(rawmemchr)(bytes, letter);
    replay_read_bytes(bytes, (size_t)((const char *)found - (const char *)bytes) + 1);
    return found;
}
REPLAY_CHECKED(char *, stpcpy, (char *to, const char *from)) {
    replay_write_bytes(to, replay_length(from, SIZE_MAX) + 1);
    return REPLAY_REAL(stpcpy)(to, from);
}
REPLAY_CHECKED(char *, stpncpy, (char *to, const char *from, size_t size)) {
    replay_length(from, size);
    replay_write_bytes(to, size);
    return REPLAY_REAL(stpncpy)(to, from, size);
}
REPLAY_CHECKED(size_t, strlcpy, (char *to, const char *from, size_t size)) {
    size_t length = replay_length(from, SIZE_MAX);
    if (size)
        replay_write_bytes(to, (length < size ? length : size - 1) + 1);
    return REPLAY_REAL(strlcpy)(to, from, size);
}
REPLAY_CHECKED(size_t, strlcat, (char *to, const char *from, size_t size)) {
    size_t length = replay_length(from, SIZE_MAX), before = replay_length(to, size);
    if (before < size)
        replay_write_bytes(to + before, (length < size - before ? length : size - before - 1) + 1);
    return REPLAY_REAL(strlcat)(to, from, size);
}
REPLAY_CHECKED(void *, mempcpy, (void *to, const void *from, size_t size)) {
    replay_read_bytes(from, size);
    replay_write_bytes(to, size);
    return REPLAY_REAL(mempcpy)(to, from, size);
}
REPLAY_CHECKED(void *, memccpy, (void *to, const void *from, int last, size_t size)) {
    const volatile unsigned char *bytes = (const volatile unsigned char *)from;
    size_t count = 0;
    while (count < size && bytes[count++] != (unsigned char)last)
        ;
    replay_write_bytes(to, count);
    return REPLAY_REAL(memccpy)(to, from, last, size);
}
REPLAY_CHECKED(void, bcopy, (const void *from, void *to, size_t size)) {
    replay_read_bytes(from, size);
    replay_write_bytes(to, size);
    REPLAY_REAL(bcopy)(from, to, size);
}
REPLAY_CHECKED(void, explicit_bzero, (void *to, size_t size)) {
    replay_write_bytes(to, size);
    REPLAY_REAL(explicit_bzero)(to, size);
}
REPLAY_CHECKED(void, swab, (const void *from, void *to, ssize_t size)) {
    if (size > 1) {
        replay_read_bytes(from, (size_t)size & ~(size_t)1);
        replay_write_bytes(to, (size_t)size & ~(size_t)1);
    }
    REPLAY_REAL(swab)(from, to, size);
}
/* The next word begins after what separates words, and ends before it. */
REPLAY_CHECKED(char *, strtok_r, (char *text, const char *set, char **rest)) {
    char *from = text ? text : *rest;
    if (from) {
        replay_span(from, set, true);
        while (*from && strchr(set, *from))
            from++;
        replay_span(from, set, false);
    }
    return REPLAY_REAL(strtok_r)(text, set, rest);
}
REPLAY_CHECKED(char *, strsep, (char **rest, const char *set)) {
    if (*rest)
        replay_span(*rest, set, false);
    return REPLAY_REAL(strsep)(rest, set);
}

/* ---- Wide texts -------------------------------------------------------------------------------- */

REPLAY_CHECKED(int, wcscmp, (const wchar_t *left, const wchar_t *right)) {
    replay_wide_compare(left, right, SIZE_MAX, false);
    return REPLAY_REAL(wcscmp)(left, right);
}
REPLAY_CHECKED(int, wcscoll, (const wchar_t *left, const wchar_t *right)) {
    replay_wide_compare(left, right, SIZE_MAX, false);
    return REPLAY_REAL(wcscoll)(left, right);
}
REPLAY_CHECKED(int, wcsncmp, (const wchar_t *left, const wchar_t *right, size_t most)) {
    replay_wide_compare(left, right, most, false);
    return REPLAY_REAL(wcsncmp)(left, right, most);
}
REPLAY_CHECKED(int, wcscasecmp, (const wchar_t *left, const wchar_t *right)) {
    replay_wide_compare(left, right, SIZE_MAX, true);
    return REPLAY_REAL(wcscasecmp)(left, right);
}
REPLAY_CHECKED(int, wcsncasecmp, (const wchar_t *left, const wchar_t *right, size_t most)) {
    replay_wide_compare(left, right, most, true);
    return REPLAY_REAL(wcsncasecmp)(left, right, most);
}
REPLAY_CHECKED(wchar_t *, wcschr, (const wchar_t *text, wchar_t letter)) {
    const volatile wchar_t *at = text;
    while (*at && *at != letter)
        at++;
    return REPLAY_REAL(wcschr)(text, letter);
}
REPLAY_CHECKED(wchar_t *, wcsrchr, (const wchar_t *text, wchar_t letter)) {
    replay_wide_length(text, SIZE_MAX);
    return REPLAY_REAL(wcsrchr)(text, letter);
}
REPLAY_CHECKED(wchar_t *, wcsstr, (const wchar_t *text, const wchar_t *part)) {
    wchar_t *found = REPLAY_REAL(wcsstr)(text, part);
    size_t length = replay_wide_length(part, SIZE_MAX);
    if (found)
        replay_read_bytes(text, ((size_t)(found - text) + length) * sizeof *text);
    else
        replay_wide_length(text, SIZE_MAX);
    return found;
}
REPLAY_CHECKED(size_t, wcsspn, (const wchar_t *text, const wchar_t *set)) {
    replay_wide_span(text, set, true);
    return REPLAY_REAL(wcsspn)(text, set);
}
REPLAY_CHECKED(size_t, wcscspn, (const wchar_t *text, const wchar_t *set)) {
    replay_wide_span(text, set, false);
    return REPLAY_REAL(wcscspn)(text, set);
}
REPLAY_CHECKED(wchar_t *, wcspbrk, (const wchar_t *text, const wchar_t *set)) {
    replay_wide_span(text, set, false);
    return REPLAY_REAL(wcspbrk)(text, set);
}
REPLAY_CHECKED(wchar_t *, wcstok, (wchar_t *text, const wchar_t *set, wchar_t **rest)) {
    wchar_t *from = text ? text : *rest;
    if (from) {
        replay_wide_span(from, set, true);
        from += REPLAY_REAL(wcsspn)(from, set);
        replay_wide_span(from, set, false);
    }
    return REPLAY_REAL(wcstok)(text, set, rest);
}
REPLAY_CHECKED(wchar_t *, wcpcpy, (wchar_t *to, const wchar_t *from)) {
    replay_write_bytes(to, (replay_wide_length(from, SIZE_MAX) + 1) * sizeof *to);
    return REPLAY_REAL(wcpcpy)(to, from);
}
REPLAY_CHECKED(wchar_t *, wmemcpy, (wchar_t *to, const wchar_t *from, size_t count)) {
    replay_read_bytes(from, count * sizeof *from);
    replay_write_bytes(to, count * sizeof *to);
    return REPLAY_REAL(wmemcpy)(to, from, count);
}
REPLAY_CHECKED(wchar_t *, wmemmove, (wchar_t *to, const wchar_t *from, size_t count)) {
    replay_read_bytes(from, count * sizeof *from);
    replay_write_bytes(to, count * sizeof *to);
    return REPLAY_REAL(wmemmove)(to, from, count);
}
REPLAY_CHECKED(wchar_t *, wmemset, (wchar_t *to, wchar_t letter, size_t count)) {
    replay_write_bytes(to, count * sizeof *to);
    return REPLAY_REAL(wmemset)(to, letter, count);
}
REPLAY_CHECKED(wchar_t *, wmemchr, (const wchar_t *text, wchar_t letter, size_t count)) {
    wchar_t *found = REPLAY_REAL(wmemchr)(text, letter, count);
    replay_read_bytes(text, (found ? (size_t)(found - text) + 1 : count) * sizeof *text);
    return found;
}
REPLAY_CHECKED(int, wmemcmp, (const wchar_t *left, const wchar_t *right, size_t count)) {
    const volatile wchar_t *a = left, *b = right;
    size_t i;
    for (i = 0; i < count && a[i] == b[i]; i++)
        ;
    return REPLAY_REAL(wmemcmp)(left, right, count);
}

/* ---- Names of files and variables -------------------------------------------------------------- */

#define REPLAY_NAMED(type, name, parameters, values)                                               \
    REPLAY_CHECKED(type, name, parameters) {                                                       \
        replay_length(text, SIZE_MAX);                                                             \
        return REPLAY_REAL(name) values;                                                           \
    }
REPLAY_NAMED(char *, getenv, (const char *text), (text))
REPLAY_NAMED(int, unsetenv, (const char *text), (text))
REPLAY_NAMED(int, access, (const char *text, int mode), (text, mode))
REPLAY_NAMED(int, unlink, (const char *text), (text))
REPLAY_NAMED(int, remove, (const char *text), (text))
REPLAY_NAMED(int, rmdir, (const char *text), (text))
REPLAY_NAMED(int, chdir, (const char *text), (text))
REPLAY_NAMED(int, mkdir, (const char *text, mode_t mode), (text, mode))
REPLAY_CHECKED(int, setenv, (const char *name, const char *value, int replace)) {
    replay_length(name, SIZE_MAX);
    replay_length(value, SIZE_MAX);
    return REPLAY_REAL(setenv)(name, value, replace);
}
REPLAY_CHECKED(int, rename, (const char *from, const char *to)) {
    replay_length(from, SIZE_MAX);
    replay_length(to, SIZE_MAX);
    return REPLAY_REAL(rename)(from, to);
}

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif

#endif
