// Functions about texts: letters are counted and words compared.
//@ coverage: full
#include <string.h>

unsigned count_digits(const char *text) {
    unsigned digits = 0;
    if (!text)
        return 0;
    for (; *text; text++)
        if (*text >= '0' && *text <= '9')
            digits++;
    return digits;
}

int command(const char *word) {
    if (!word)
        return -1;
    if (strcmp(word, "open") == 0)
        return 1;
    if (strcmp(word, "close") == 0)
        return 2;
    return 0;
}
