// String and character literals: escapes, concatenation, prefixes, embedded zeros, multi-character constants.
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const char *const joined = "one" " two" /* comment */ " three";
static const char zeros[] = "a\0b\0\0c";
static const char16_t utf16[] = u"\u00e9\U0001F600";
static const char32_t utf32[] = U"\U0001F600x";

static void dump(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        printf("%02x", (unsigned char)s[i]);
    puts("");
}

int main(void) {
    puts(joined);
    dump(zeros, sizeof zeros);
    dump("\a\b\f\n\r\t\v\\\'\"\?\101\x41\e", 13);
    dump(u8"\u00e9\u20ac\U0001F600", sizeof u8"\u00e9\u20ac\U0001F600");
    for (int i = 0; utf16[i]; i++)
        printf("%x ", utf16[i]);
    for (int i = 0; utf32[i]; i++)
        printf("%x ", (unsigned)utf32[i]);
    for (const wchar_t *w = L"w\u00e9"; *w; w++)
        printf("%x ", (unsigned)*w);
    puts("");
    printf("%zu %zu %zu\n", sizeof "abc", sizeof L"abc", strlen("ab\0cd"));
    printf("%d %d %d\n", '\0', '\377', L'\u20ac' == 0x20ac);
    printf("%c%c\n", "index"[2], *(joined + 3));
    char mutable_copy[] = "copy";
    mutable_copy[0] = 'C';
    puts(mutable_copy);
    puts("tab\there \
continued");
    printf("%s %d\n", __func__, (int)sizeof __func__);
    return 0;
}
