// wcstok.

#include <stddef.h>
#include <wchar.h>

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict delimiters, wchar_t **restrict saved)
{
    if (!text)
        text = *saved;
    if (!text)
        return NULL;
    text += wcsspn(text, delimiters);
    if (!*text) {
        *saved = NULL;
        return NULL;
    }
    wchar_t *end = wcspbrk(text, delimiters);
    if (!end) {
        *saved = NULL;
        return text;
    }
    *end = L'\0';
    *saved = end + 1;
    return text;
}
