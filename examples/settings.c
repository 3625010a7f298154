// Reads one setting such as "w=80" or "h=25" and prints it. Something is wrong with it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 10

static int ruler[COLUMNS];

static int number(const char *text) {
    int value = 0;
    while (*text >= '0' && *text <= '9')
        value = value * 10 + (*text++ - '0');
    return value;
}

int main(void) {
    char line[8];
    if (!fgets(line, sizeof line, stdin))
        return 2;
    char *value = strchr(line, '=');
    if (!value)
        return 1;
    *value++ = '\0';
    if (strcmp(line, "w") == 0) {
        int width = number(value);
        for (int i = 0; i < width && i < COLUMNS; i++)
            ruler[i] = i;
        printf("width %d, last mark %d\n", width, ruler[width - 1]);
    } else if (strcmp(line, "h") == 0) {
        printf("height %d, %d per page\n", number(value), 100 / number(value));
    } else {
        return 1;
    }
    return 0;
}
