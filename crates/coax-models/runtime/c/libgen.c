// basename (both variants) and dirname.

#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>

// The GNU variant, which <string.h> declares as basename: never writes.
char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

// The POSIX variant, which <libgen.h> declares as basename: may cut trailing slashes.
char *__xpg_basename(char *path)
{
    if (!path || !*path)
        return (char *)".";
    char *slash = strrchr(path, '/');
    if (!slash)
        return path;
    if (slash[1])
        return slash + 1;
    while (slash > path && slash[-1] == '/')
        slash--;
    if (slash == path) {
        while (slash[1])
            slash++;
        return slash;
    }
    *slash-- = '\0';
    while (slash > path && slash[-1] != '/')
        slash--;
    return slash;
}

char *dirname(char *path)
{
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash && slash != path && !slash[1]) {
        // Trailing slashes do not count.
        char *end = slash;
        while (end != path && end[-1] == '/')
            end--;
        if (end != path)
            slash = memrchr(path, '/', (size_t)(end - path));
    }
    if (!slash)
        return (char *)".";
    char *end = slash;
    while (end != path && end[-1] == '/')
        end--;
    if (end == path) {
        // Only slashes before: the root, or "//", which stays what it is.
        slash = slash == path + 1 ? slash + 1 : path + 1;
    } else {
        slash = end;
    }
    *slash = '\0';
    return path;
}
