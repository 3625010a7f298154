// scandir, alphasort and versionsort.

#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

int alphasort(const struct dirent **a, const struct dirent **b)
{
    return strcoll((*a)->d_name, (*b)->d_name);
}

int versionsort(const struct dirent **a, const struct dirent **b)
{
    return strverscmp((*a)->d_name, (*b)->d_name);
}

static int add(struct dirent ***list, size_t *count, const struct dirent *entry)
{
    struct dirent **longer = realloc(*list, (*count + 1) * sizeof **list);
    if (!longer)
        return -1;
    *list = longer;
    longer[*count] = malloc(sizeof **longer);
    if (!longer[*count])
        return -1;
    memcpy(longer[*count], entry, sizeof *entry);
    ++*count;
    return 0;
}

int scandir(const char *restrict path, struct dirent ***restrict result,
            int (*select)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    DIR *directory = opendir(path);
    if (!directory)
        return -1;
    struct dirent **list = NULL, *entry;
    size_t count = 0;
    while ((entry = readdir(directory)))
        if ((!select || select(entry)) && add(&list, &count, entry) != 0)
            break;
    closedir(directory);
    if (compare && count)
        qsort(list, count, sizeof *list, (int (*)(const void *, const void *))compare);
    *result = list;
    return (int)count;
}
