// Twins of the string functions: what runs instead of a model when the bytes or pointers it works
// on depend on inputs.
//
// A loop here forks where the outcome differs for the rest of the program (where a string ends,
// where a byte is found) and nowhere else: whatever only compares is done by the models on terms,
// and membership in a set is one condition, not one per member. Bytes are copied by the very
// instructions that keep their terms.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

// ---- lengths ------------------------------------------------------------------------------------

size_t __coax_twin_strlen(const char *text)
{
    size_t len = 0;
    while (text[len])
        len++;
    return len;
}

size_t __coax_twin_strnlen(const char *text, size_t limit)
{
    size_t len = 0;
    while (len < limit && text[len])
        len++;
    return len;
}

// ---- comparing (only for pointers and lengths that depend on inputs) --------------------------------

int __coax_twin_memcmp(const void *left, const void *right, size_t len)
{
    const byte *a = left, *b = right;
    for (size_t i = 0; i < len; i++)
        if (a[i] != b[i])
            return a[i] - b[i];
    return 0;
}

int __coax_twin_strncmp(const char *left, const char *right, size_t limit)
{
    const byte *a = (const byte *)left, *b = (const byte *)right;
    for (size_t i = 0; i < limit; i++)
        if (a[i] != b[i] || !a[i])
            return a[i] - b[i];
    return 0;
}

int __coax_twin_strcmp(const char *left, const char *right)
{
    return __coax_twin_strncmp(left, right, (size_t)-1);
}

static int lower(byte c)
{
    return (unsigned)c - 'A' < 26 ? c + 32 : c;
}

int __coax_twin_strncasecmp(const char *left, const char *right, size_t limit)
{
    const byte *a = (const byte *)left, *b = (const byte *)right;
    for (size_t i = 0; i < limit; i++) {
        int difference = lower(a[i]) - lower(b[i]);
        if (difference || !a[i])
            return difference;
    }
    return 0;
}

int __coax_twin_strcasecmp(const char *left, const char *right)
{
    return __coax_twin_strncasecmp(left, right, (size_t)-1);
}

// ---- finding a byte -----------------------------------------------------------------------------

void *__coax_twin_memchr(const void *block, int wanted, size_t len)
{
    const byte *bytes = block;
    for (size_t i = 0; i < len; i++)
        if (bytes[i] == (byte)wanted)
            return (void *)(bytes + i);
    return NULL;
}

void *__coax_twin_memrchr(const void *block, int wanted, size_t len)
{
    const byte *bytes = block;
    for (size_t i = len; i-- > 0;)
        if (bytes[i] == (byte)wanted)
            return (void *)(bytes + i);
    return NULL;
}

void *__coax_twin_rawmemchr(const void *block, int wanted)
{
    return __coax_twin_memchr(block, wanted, (size_t)-1);
}

char *__coax_twin_strchrnul(const char *text, int wanted)
{
    while (*text && *text != (char)wanted)
        text++;
    return (char *)text;
}

char *__coax_twin_strchr(const char *text, int wanted)
{
    char *found = __coax_twin_strchrnul(text, wanted);
    return *found == (char)wanted ? found : NULL;
}

char *__coax_twin_strrchr(const char *text, int wanted)
{
    return __coax_twin_memrchr(text, wanted, strlen(text) + 1);
}

// ---- sets of bytes --------------------------------------------------------------------------------

static int is_member(char c, const char *members, size_t count)
{
    int found = 0;
    for (size_t i = 0; i < count; i++)
        found |= c == members[i];
    return found;
}

size_t __coax_twin_strspn(const char *text, const char *members)
{
    size_t count = strlen(members), len = 0;
    while (text[len] && is_member(text[len], members, count))
        len++;
    return len;
}

size_t __coax_twin_strcspn(const char *text, const char *members)
{
    size_t count = strlen(members), len = 0;
    while (text[len] && !is_member(text[len], members, count))
        len++;
    return len;
}

char *__coax_twin_strpbrk(const char *text, const char *members)
{
    text += __coax_twin_strcspn(text, members);
    return *text ? (char *)text : NULL;
}

// ---- finding a text -------------------------------------------------------------------------------

static int is_same(byte a, byte b, int fold)
{
    return fold ? lower(a) == lower(b) : a == b;
}

// Whether the needle stands at a place is one condition. Of the hay, only what a match needs is
// looked at, so that nothing forks on an end behind it.
static char *find_text(const char *hay, const char *needle, int fold)
{
    size_t count = strlen(needle), known = 0;
    for (size_t start = 0;; start++) {
        for (; known < start + count; known++)
            if (!hay[known])
                return NULL;
        int same = 1;
        for (size_t i = 0; i < count; i++)
            same &= is_same((byte)hay[start + i], (byte)needle[i], fold);
        if (same)
            return (char *)hay + start;
    }
}

char *__coax_twin_strstr(const char *hay, const char *needle)
{
    return find_text(hay, needle, 0);
}

char *__coax_twin_strcasestr(const char *hay, const char *needle)
{
    return find_text(hay, needle, 1);
}

void *__coax_twin_memmem(const void *hay, size_t len, const void *needle, size_t count)
{
    const byte *bytes = hay, *wanted = needle;
    for (size_t start = 0; count <= len && start <= len - count; start++) {
        int same = 1;
        for (size_t i = 0; i < count; i++)
            same &= bytes[start + i] == wanted[i];
        if (same)
            return (void *)(bytes + start);
    }
    return NULL;
}

// ---- copying ------------------------------------------------------------------------------------

void *__coax_twin_memcpy(void *to, const void *from, size_t len)
{
    return __builtin_memmove(to, from, len);
}

void *__coax_twin_mempcpy(void *to, const void *from, size_t len)
{
    return (char *)__builtin_memmove(to, from, len) + len;
}

void __coax_twin_bcopy(const void *from, void *to, size_t len)
{
    __builtin_memmove(to, from, len);
}

void *__coax_twin_memset(void *to, int value, size_t len)
{
    return __builtin_memset(to, value, len);
}

void __coax_twin_bzero(void *to, size_t len)
{
    __builtin_memset(to, 0, len);
}

void *__coax_twin_memccpy(void *to, const void *from, int wanted, size_t len)
{
    void *found = __coax_twin_memchr(from, wanted, len);
    size_t count = found ? (size_t)((char *)found - (char *)from) + 1 : len;
    __builtin_memcpy(to, from, count);
    return found ? (char *)to + count : NULL;
}

char *__coax_twin_stpcpy(char *to, const char *from)
{
    size_t len = strlen(from);
    __builtin_memcpy(to, from, len + 1);
    return to + len;
}

char *__coax_twin_strcpy(char *to, const char *from)
{
    __coax_twin_stpcpy(to, from);
    return to;
}

char *__coax_twin_stpncpy(char *to, const char *from, size_t size)
{
    size_t len = strnlen(from, size);
    __builtin_memcpy(to, from, len);
    __builtin_memset(to + len, 0, size - len);
    return to + len;
}

char *__coax_twin_strncpy(char *to, const char *from, size_t size)
{
    __coax_twin_stpncpy(to, from, size);
    return to;
}

char *__coax_twin_strcat(char *to, const char *from)
{
    __coax_twin_stpcpy(to + strlen(to), from);
    return to;
}

char *__coax_twin_strncat(char *to, const char *from, size_t limit)
{
    char *end = to + strlen(to);
    size_t len = strnlen(from, limit);
    end[len] = '\0';
    __builtin_memcpy(end, from, len);
    return to;
}

size_t __coax_twin_strlcpy(char *to, const char *from, size_t size)
{
    size_t len = strlen(from);
    if (size) {
        size_t kept = len < size ? len : size - 1;
        __builtin_memcpy(to, from, kept);
        to[kept] = '\0';
    }
    return len;
}

size_t __coax_twin_strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    if (end == size)
        return end + strlen(from);
    return end + __coax_twin_strlcpy(to + end, from, size - end);
}

char *__coax_twin_strndup(const char *from, size_t limit)
{
    size_t len = strnlen(from, limit);
    char *copy = malloc(len + 1);
    if (!copy)
        return NULL;
    __builtin_memcpy(copy, from, len);
    copy[len] = '\0';
    return copy;
}

char *__coax_twin_strdup(const char *from)
{
    return __coax_twin_strndup(from, (size_t)-1);
}
