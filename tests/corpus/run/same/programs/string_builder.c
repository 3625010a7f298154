// A string builder: growing, formatting, replacing, splitting, joining, run-length coding, palindromes.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Text { char *data; size_t length, capacity; };

static void reserve(struct Text *t, size_t n) {
    if (n + 1 <= t->capacity)
        return;
    while (t->capacity < n + 1)
        t->capacity = t->capacity ? t->capacity * 2 : 8;
    t->data = realloc(t->data, t->capacity);
}
static void append(struct Text *t, const char *s, size_t n) {
    reserve(t, t->length + n);
    memcpy(t->data + t->length, s, n);
    t->data[t->length += n] = 0;
}
__attribute__((format(printf, 2, 3))) static void appendf(struct Text *t, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    reserve(t, t->length + (size_t)n);
    vsnprintf(t->data + t->length, (size_t)n + 1, format, again);
    t->length += (size_t)n;
    va_end(again);
    va_end(ap);
}
static struct Text replace(const char *s, const char *from, const char *to) {
    struct Text out = {0};
    append(&out, "", 0);
    for (const char *hit; (hit = strstr(s, from)); s = hit + strlen(from)) {
        append(&out, s, (size_t)(hit - s));
        append(&out, to, strlen(to));
    }
    append(&out, s, strlen(s));
    return out;
}
static struct Text run_length(const char *s) {
    struct Text out = {0};
    while (*s) {
        size_t n = strspn(s, (char[]){*s, 0});
        appendf(&out, "%zu%c", n, *s);
        s += n;
    }
    return out;
}
static int palindrome(const char *s) {
    const char *e = s + strlen(s);
    while (s < e) {
        if (!isalpha((unsigned char)*s)) s++;
        else if (!isalpha((unsigned char)e[-1])) e--;
        else if (tolower((unsigned char)*s++) != tolower((unsigned char)*--e)) return 0;
    }
    return 1;
}

int main(void) {
    struct Text t = {0};
    for (int i = 0; i < 20; i++)
        appendf(&t, "%s%d:%c", i ? "," : "", i * i, 'a' + i);
    printf("%zu %zu %s\n", t.length, t.capacity, t.data);
    struct Text r = replace(t.data, ":", "->"), same = replace("none here", "xyz", "abc");
    printf("%s\n%s\n", r.data, same.data);
    struct Text code = run_length("aaabccddddde");
    printf("%s\n", code.data);
    printf("%d %d\n", palindrome("A man, a plan, a canal: Panama!"), palindrome("not one"));
    free(t.data);
    free(r.data);
    free(same.data);
    free(code.data);
    return 0;
}
