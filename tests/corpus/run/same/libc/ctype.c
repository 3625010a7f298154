// All character classes over 0..255 and EOF.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = -1; c < 256; c++) {
        int bits = !!isalnum(c) | !!isalpha(c) << 1 | !!isblank(c) << 2 | !!iscntrl(c) << 3 | !!isdigit(c) << 4 |
                   !!isgraph(c) << 5 | !!islower(c) << 6 | !!isprint(c) << 7 | !!ispunct(c) << 8 | !!isspace(c) << 9 |
                   !!isupper(c) << 10 | !!isxdigit(c) << 11;
        printf("%d:%03x:%d:%d%c", c, bits, toupper(c), tolower(c), (c + 1) % 8 ? ' ' : '\n');
    }
    puts("");
    char text[] = "Hello, World 42!\t~";
    int counts[4] = {0};
    for (char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        counts[0] += isupper(c) != 0;
        counts[1] += isdigit(c) != 0;
        counts[2] += ispunct(c) != 0;
        counts[3] += isspace(c) != 0;
        *p = (char)(isupper(c) ? tolower(c) : toupper(c));
    }
    printf("%s %d %d %d %d\n", text, counts[0], counts[1], counts[2], counts[3]);
    int (*classes[])(int) = {isalpha, isdigit, isspace};
    for (int i = 0; i < 3; i++)
        printf("%d", classes[i]('7') != 0);
    printf(" %d\n", toascii(200));
    return 0;
}
