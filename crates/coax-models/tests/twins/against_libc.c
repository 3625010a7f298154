// Compares the twins with the C library of this machine on texts and numbers chosen at random from
// alphabets that make them interesting. Prints the first difference and fails.

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions under test and those they leave cases to.
size_t __coax_twin_strlen(const char *);
size_t __coax_twin_strnlen(const char *, size_t);
int __coax_twin_strcmp(const char *, const char *);
int __coax_twin_strncmp(const char *, const char *, size_t);
int __coax_twin_strcasecmp(const char *, const char *);
int __coax_twin_memcmp(const void *, const void *, size_t);
void *__coax_twin_memchr(const void *, int, size_t);
void *__coax_twin_memrchr(const void *, int, size_t);
char *__coax_twin_strchr(const char *, int);
char *__coax_twin_strrchr(const char *, int);
char *__coax_twin_strchrnul(const char *, int);
size_t __coax_twin_strspn(const char *, const char *);
size_t __coax_twin_strcspn(const char *, const char *);
char *__coax_twin_strpbrk(const char *, const char *);
char *__coax_twin_strstr(const char *, const char *);
char *__coax_twin_strcasestr(const char *, const char *);
void *__coax_twin_memmem(const void *, size_t, const void *, size_t);
char *__coax_twin_stpcpy(char *, const char *);
char *__coax_twin_stpncpy(char *, const char *, size_t);
char *__coax_twin_strcat(char *, const char *);
char *__coax_twin_strncat(char *, const char *, size_t);
void *__coax_twin_memccpy(void *, const void *, int, size_t);
long __coax_twin_strtol(const char *, char **, int);
unsigned long __coax_twin_strtoul(const char *, char **, int);
int __coax_twin_atoi(const char *);
double __coax_twin_strtod(const char *, char **);
float __coax_twin_strtof(const char *, char **);
int __coax_twin_snprintf(char *, size_t, const char *, ...);
int __coax_twin_sscanf(const char *, const char *, ...);
int __coax_twin_fscanf(FILE *, const char *, ...);
char *__coax_twin_fgets(char *, int, FILE *);
ssize_t __coax_twin_getline(char **, size_t *, FILE *);

double __coax_fixed_strtod(const char *text, char **end) { return strtod(text, end); }
float __coax_fixed_strtof(const char *text, char **end) { return strtof(text, end); }
int __coax_fixed_vsnprintf(char *to, size_t size, const char *format, va_list list)
{
    return vsnprintf(to, size, format, list);
}
int __coax_fixed_vsprintf(char *to, const char *format, va_list list) { return vsprintf(to, format, list); }
int __coax_fixed_vsscanf(const char *text, const char *format, va_list list) { return vsscanf(text, format, list); }
int __coax_fixed_vfscanf(FILE *file, const char *format, va_list list) { return vfscanf(file, format, list); }

static uint64_t seed = 1;

static unsigned below(unsigned limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % limit;
}

static const char *choose(char *text, const char *alphabet, unsigned longest)
{
    unsigned len = below(longest + 1);
    for (unsigned i = 0; i < len; i++)
        text[i] = alphabet[below((unsigned)strlen(alphabet))];
    text[len] = '\0';
    return text;
}

#define FAIL(...)                                                                                  \
    do {                                                                                           \
        printf(__VA_ARGS__);                                                                       \
        printf("\n");                                                                              \
        exit(1);                                                                                   \
    } while (0)
#define SAME(ours, theirs, ...)                                                                    \
    do {                                                                                           \
        if ((ours) != (theirs))                                                                    \
            FAIL(__VA_ARGS__);                                                                     \
    } while (0)

static int sign(int n) { return (n > 0) - (n < 0); }

static void looking(void)
{
    char a[16], b[16];
    choose(a, "abAB,", 6);
    choose(b, "abAB,", 3);
    int c = below(4) ? a[below(7)] : 0;
    size_t n = below(8), len = strlen(a) + 1, limit = n < len ? n : len;
    SAME(__coax_twin_strlen(a), strlen(a), "strlen %s", a);
    SAME(__coax_twin_strnlen(a, n), strnlen(a, n), "strnlen %s %zu", a, n);
    SAME(sign(__coax_twin_strcmp(a, b)), sign(strcmp(a, b)), "strcmp %s %s", a, b);
    SAME(sign(__coax_twin_strncmp(a, b, n)), sign(strncmp(a, b, n)), "strncmp %s %s %zu", a, b, n);
    SAME(sign(__coax_twin_strcasecmp(a, b)), sign(strcasecmp(a, b)), "strcasecmp %s %s", a, b);
    SAME(sign(__coax_twin_memcmp(a, b, limit)), sign(memcmp(a, b, limit)), "memcmp %s %s %zu", a, b, n);
    SAME(__coax_twin_memchr(a, c, limit), memchr(a, c, limit), "memchr %s %d %zu", a, c, limit);
    SAME(__coax_twin_memrchr(a, c, limit), memrchr(a, c, limit), "memrchr %s %d %zu", a, c, limit);
    SAME(__coax_twin_strchr(a, c), strchr(a, c), "strchr %s %d", a, c);
    SAME(__coax_twin_strrchr(a, c), strrchr(a, c), "strrchr %s %d", a, c);
    SAME(__coax_twin_strchrnul(a, c), strchrnul(a, c), "strchrnul %s %d", a, c);
    SAME(__coax_twin_strspn(a, b), strspn(a, b), "strspn %s %s", a, b);
    SAME(__coax_twin_strcspn(a, b), strcspn(a, b), "strcspn %s %s", a, b);
    SAME(__coax_twin_strpbrk(a, b), strpbrk(a, b), "strpbrk %s %s", a, b);
    SAME(__coax_twin_strstr(a, b), strstr(a, b), "strstr %s %s", a, b);
    SAME(__coax_twin_strcasestr(a, b), strcasestr(a, b), "strcasestr %s %s", a, b);
    SAME(__coax_twin_memmem(a, limit, b, strlen(b)), memmem(a, limit, b, strlen(b)), "memmem %s %s", a, b);
}

static void copying(void)
{
    char text[16], ours[64], theirs[64];
    choose(text, "abc", 7);
    size_t n = below(12);
    memset(ours, 'x', sizeof ours);
    memset(theirs, 'x', sizeof theirs);
    SAME(__coax_twin_stpcpy(ours, text) - ours, stpcpy(theirs, text) - theirs, "stpcpy %s", text);
    SAME(__coax_twin_stpncpy(ours + 20, text, n) - ours, stpncpy(theirs + 20, text, n) - theirs, "stpncpy %s %zu", text, n);
    __coax_twin_strcat(ours, text);
    strcat(theirs, text);
    __coax_twin_strncat(ours, text, n);
    strncat(theirs, text, n);
    char *a = __coax_twin_memccpy(ours + 40, text, 'b', strlen(text));
    char *b = memccpy(theirs + 40, text, 'b', strlen(text));
    SAME(a ? a - ours : 0, b ? b - theirs : 0, "memccpy %s", text);
    SAME(memcmp(ours, theirs, sizeof ours), 0, "copies of %s, %zu", text, n);
}

static void numbers(void)
{
    char text[32], *ours, *theirs;
    const char *alphabets[] = {" +-019", "0123456789", "-0xXabf19", "+7zZ ", "9"};
    choose(text, alphabets[below(5)], 22);
    int base = below(3) ? 10 : below(3) ? 0 : (int)below(38);
    errno = 0;
    long a = __coax_twin_strtol(text, &ours, base);
    int error = errno;
    errno = 0;
    long b = strtol(text, &theirs, base);
    SAME(a, b, "strtol %s base %d: %ld %ld", text, base, a, b);
    SAME(error, errno, "errno of strtol %s base %d", text, base);
    if (base != 1 && base < 37)
        SAME(ours, theirs, "end of strtol %s base %d", text, base);
    SAME(__coax_twin_strtoul(text, NULL, base), strtoul(text, NULL, base), "strtoul %s base %d", text, base);
    SAME(__coax_twin_atoi(text), atoi(text), "atoi %s", text);
    choose(text, " +-.0123456789einfax", below(2) ? 6 : 17);
    double d = __coax_twin_strtod(text, &ours), e = strtod(text, &theirs);
    SAME(memcmp(&d, &e, sizeof d) && !(d != d && e != e), 0, "strtod %s: %a %a", text, d, e);
    SAME(ours, theirs, "end of strtod %s", text);
    choose(text, "-.0123456789", 9);
    float f = __coax_twin_strtof(text, &ours), g = strtof(text, &theirs);
    SAME(memcmp(&f, &g, sizeof f), 0, "strtof %s: %a %a", text, (double)f, (double)g);
    SAME(ours, theirs, "end of strtof %s", text);
}

static void choose_directive(char *format, const char *conversions)
{
    char *at = format;
    *at++ = '<';
    *at++ = '%';
    for (unsigned i = below(3); i--;)
        *at++ = "-+ #0"[below(5)];
    if (below(2))
        *at++ = "158"[below(3)];
    if (below(3) == 0) {
        *at++ = '.';
        if (below(2))
            *at++ = "036"[below(3)];
    }
    *at++ = conversions[below((unsigned)strlen(conversions))];
    strcpy(at, "|%%>");
}

static void printing(void)
{
    char format[32], text[16], ours[64], theirs[64];
    size_t size = below(3) ? sizeof ours : below(12);
    memset(ours, 'x', sizeof ours);
    memset(theirs, 'x', sizeof theirs);
    long values[] = {0, 1, -1, 9, 10, 99, 100, INT_MAX, INT_MIN, (long)below(1u << 31), 255, 256, LONG_MIN};
    long value = values[below(13)];
    int a, b;
    switch (below(3)) {
    case 0:
        choose_directive(format, "diuoxXc");
        a = __coax_twin_snprintf(ours, size, format, (int)value);
        b = snprintf(theirs, size, format, (int)value);
        break;
    case 1:
        choose_directive(format, "s");
        choose(text, "abc", 9);
        a = __coax_twin_snprintf(ours, size, format, text);
        b = snprintf(theirs, size, format, text);
        break;
    default:
        choose_directive(format, "p");
        a = __coax_twin_snprintf(ours, size, format, (void *)(value & 0xffff));
        b = snprintf(theirs, size, format, (void *)(value & 0xffff));
    }
    SAME(a, b, "snprintf %s of %ld: %d %d", format, value, a, b);
    SAME(memcmp(ours, theirs, sizeof ours), 0, "snprintf %s of %ld: %s %s", format, value, ours, theirs);
}

static void starred(void)
{
    char ours[128], theirs[128];
    int width = (int)below(9) - 4, precision = (int)below(6) - 2, value = (int)below(2000) - 1000;
    const char *format = "%*ld %.*s %hhx %hd %zu %-+6d|%#08x";
    int a = __coax_twin_snprintf(ours, sizeof ours, format, width, (long)value, precision, "word", value, value, (size_t)value, value, value);
    int b = snprintf(theirs, sizeof theirs, format, width, (long)value, precision, "word", value, value, (size_t)value, value, value);
    SAME(a, b, "length of %s, %d %d %d", format, width, precision, value);
    SAME(strcmp(ours, theirs), 0, "%s is not %s", ours, theirs);
}

struct Targets {
    long numbers[3];
    char words[2][32];
};

static void scanning(void)
{
    const char *formats[] = {"%ld,%ld", "%lx %lo", "%li%li", "%3ld%2ld%n", "%*d%ld", "a%ldb%%", "%hhd %hx", "%p", "%lu", "x%n%ld"};
    const char *word_formats[] = {"%3s%c", "%[ab]%s", "%[^,],%5[a-c]", " %c%2c", "%s %s", "%*s%s", "%[]a]%[^]]", "%[a-]%s"};
    char text[32];
    struct Targets ours = {{7, 7, 7}, {"", ""}}, theirs = ours;
    int a, b;
    const char *format;
    if (below(2)) {
        choose(text, below(2) ? " -+0123456789,ax" : "0x 1fab%", 12);
        format = formats[below(10)];
        a = __coax_twin_sscanf(text, format, &ours.numbers[0], &ours.numbers[1], &ours.numbers[2]);
        b = sscanf(text, format, &theirs.numbers[0], &theirs.numbers[1], &theirs.numbers[2]);
    } else {
        choose(text, " ab,c]-", 9);
        format = word_formats[below(8)];
        a = __coax_twin_sscanf(text, format, ours.words[0], ours.words[1]);
        b = sscanf(text, format, theirs.words[0], theirs.words[1]);
    }
    SAME(a, b, "sscanf \"%s\" \"%s\": %d %d", text, format, a, b);
    SAME(memcmp(&ours, &theirs, sizeof ours), 0, "values of sscanf \"%s\" \"%s\": %ld %ld", text, format, ours.numbers[0], theirs.numbers[0]);
    double d = 7, e = 7;
    choose(text, " -.0123456789e+", 8);
    a = __coax_twin_sscanf(text, "%lf", &d);
    b = sscanf(text, "%lf", &e);
    SAME(a, b, "sscanf \"%s\" of a float: %d %d", text, a, b);
    SAME(d == e, 1, "sscanf \"%s\" of a float: %g %g", text, d, e);
}

static void lines(void)
{
    char text[32], ours[16], theirs[16];
    choose(text, "ab\n\n", 12);
    if (!*text)
        return;
    FILE *a = fmemopen(text, strlen(text), "r"), *b = fmemopen(text, strlen(text), "r");
    for (int i = 0; i < 5; i++) {
        int size = 1 + (int)below(6);
        memset(ours, 'x', sizeof ours);
        memset(theirs, 'x', sizeof theirs);
        SAME(!__coax_twin_fgets(ours, size, a), !fgets(theirs, size, b), "fgets %d of %s", size, text);
        SAME(memcmp(ours, theirs, sizeof ours), 0, "fgets %d of %s: %s %s", size, text, ours, theirs);
    }
    rewind(a);
    rewind(b);
    char *line = NULL, *other = NULL;
    size_t room = 0, other_room = 0;
    for (int i = 0; i < 5; i++) {
        ssize_t len = __coax_twin_getline(&line, &room, a), other_len = getline(&other, &other_room, b);
        SAME(len, other_len, "getline of %s: %zd %zd", text, len, other_len);
        SAME(len > 0 && strcmp(line, other), 0, "getline of %s: %s %s", text, line, other);
        SAME(room, other_room, "room of getline: %zu %zu", room, other_room);
    }
    free(line);
    free(other);
    fclose(a);
    fclose(b);
}

int main(void)
{
    for (int i = 0; i < 200000; i++) {
        looking();
        copying();
        numbers();
        printing();
        starred();
        scanning();
    }
    for (int i = 0; i < 20000; i++)
        lines();
    printf("same\n");
    return 0;
}
