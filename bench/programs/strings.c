// Text: building, splitting, comparing and formatting strings with the C library.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static unsigned round_of(unsigned number) {
    char line[256] = "", copy[256];
    for (unsigned i = 0; i < 12; i++) {
        char word[24];
        snprintf(word, sizeof word, "%s%u-%x", i ? " " : "", number * i, number ^ i);
        strcat(line, word);
    }
    strcpy(copy, line);
    unsigned sum = 0;
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        for (char *p = word; *p; p++)
            *p = (char)toupper((unsigned char)*p);
        sum = sum * 7 + hash(word) + (unsigned)strlen(word) + (strstr(line, word) != NULL);
    }
    return sum + (unsigned)atoi(line + 2);
}

int main(int argc, char **argv) {
    unsigned size = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 90000;
    unsigned sum = 0;
    for (unsigned i = 0; i < size; i++)
        sum = sum * 31 + round_of(i);
    printf("%u\n", sum);
    return 0;
}
