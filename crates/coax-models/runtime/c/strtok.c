// strtok, strtok_r and strsep.

#include <stddef.h>
#include <string.h>

char *strtok_r(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    if (!text)
        text = *saved;
    if (!text || !*text) {
        *saved = text;
        return NULL;
    }
    text += strspn(text, delimiters);
    if (!*text) {
        *saved = text;
        return NULL;
    }
    char *end = text + strcspn(text, delimiters);
    if (!*end) {
        *saved = end;
        return text;
    }
    *end = '\0';
    *saved = end + 1;
    return text;
}

char *__strtok_r(char *restrict text, const char *restrict delimiters, char **restrict saved)
{
    return strtok_r(text, delimiters, saved);
}

char *strtok(char *restrict text, const char *restrict delimiters)
{
    static char *saved;
    return strtok_r(text, delimiters, &saved);
}
