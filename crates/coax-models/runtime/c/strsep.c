// strsep.

#include <stddef.h>
#include <string.h>

char *strsep(char **restrict place, const char *restrict delimiters)
{
    char *start = *place;
    if (!start)
        return NULL;
    char *end = start + strcspn(start, delimiters);
    if (*end) {
        *end = '\0';
        *place = end + 1;
    } else {
        *place = NULL;
    }
    return start;
}

char *__strsep(char **restrict place, const char *restrict delimiters)
{
    return strsep(place, delimiters);
}
