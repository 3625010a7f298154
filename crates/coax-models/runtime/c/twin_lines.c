// Twins of the functions that read lines, for files that are inputs: every place where a line may
// end is a path.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

char *__coax_twin_fgets(char *buffer, int size, FILE *file)
{
    int len = 0, c = 0;
    while (len < size - 1 && c != '\n' && (c = getc(file)) != EOF)
        buffer[len++] = (char)c;
    if (size <= 0 || (len == 0 && size > 1))
        return NULL;
    buffer[len] = '\0';
    return buffer;
}

// The fortified one: the room that the compiler knows comes second.
char *__coax_twin_fgets_chk(char *buffer, size_t room, int size, FILE *file)
{
    (void)room;
    return __coax_twin_fgets(buffer, size, file);
}

char *__coax_twin_gets(char *buffer)
{
    int len = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        buffer[len++] = (char)c;
    if (c == EOF && len == 0)
        return NULL;
    buffer[len] = '\0';
    return buffer;
}

// The block grows as the C library's does.
static int grow(char **line, size_t *room, size_t needed)
{
    if (needed <= *room && *line)
        return 1;
    size_t size = needed > *room * 2 ? needed : *room * 2;
    char *larger = realloc(*line, size < 120 ? 120 : size);
    if (!larger)
        return 0;
    *line = larger;
    *room = size < 120 ? 120 : size;
    return 1;
}

ssize_t __coax_twin_getdelim(char **line, size_t *room, int end, FILE *file)
{
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    if (!*line)
        *room = 0;
    size_t len = 0;
    int c = EOF;
    do {
        if (!grow(line, room, len + 2) || (c = getc(file)) == EOF)
            break;
        (*line)[len++] = (char)c;
    } while (c != (unsigned char)end);
    if (len == 0)
        return -1;
    (*line)[len] = '\0';
    return (ssize_t)len;
}

ssize_t __coax_twin_getline(char **line, size_t *room, FILE *file)
{
    return __coax_twin_getdelim(line, room, '\n', file);
}
