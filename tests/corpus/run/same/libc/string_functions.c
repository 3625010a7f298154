// Every function of <string.h> that reads or writes C strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }
static long at(const char *base, const char *p) { return p ? p - base : -1; }

int main(void) {
    char buffer[64], small[8];
    printf("%zu %zu %zu\n", strlen(""), strlen("hello"), strnlen("hello world", 5));
    puts(strcpy(buffer, "first"));
    puts(strcat(buffer, " second"));
    puts(strncat(buffer, " third and more", 6));
    memset(small, '#', sizeof small);
    strncpy(small, "ab", 5);
    for (int i = 0; i < 8; i++)
        printf("%d ", small[i]);
    strncpy(small, "longer than it", 8);
    printf("%.8s\n", small);
    printf("%ld %ld\n", (long)(stpcpy(buffer, "stp") - buffer), (long)(stpncpy(buffer, "ab", 6) - buffer));
    const char *pairs[][2] = {{"", ""}, {"a", ""}, {"", "a"}, {"abc", "abd"}, {"abc", "ab"}, {"\x80", "\x7f"}, {"Same", "same"}};
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *a = pairs[i][0], *b = pairs[i][1];
        printf("%d %d %d %d\n", sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcoll(a, b)), sign(strncmp(a, b, 0)));
    }
    const char *s = "hello, world";
    printf("%ld %ld %ld %ld\n", at(s, strchr(s, 'o')), at(s, strrchr(s, 'o')), at(s, strchr(s, 'z')), at(s, strchr(s, 0)));
    printf("%ld %ld %ld %ld\n", at(s, strstr(s, "wor")), at(s, strstr(s, "")), at(s, strstr(s, "worlds")), at(s, strstr(s, "lo, w")));
    printf("%zu %zu %zu\n", strspn(s, "hel"), strcspn(s, " ,"), strcspn(s, "xyz"));
    printf("%ld %ld\n", at(s, strpbrk(s, "dw")), at(s, strpbrk(s, "")));
    char list[] = "::one::two,three:";
    for (char *t = strtok(list, ":,"); t; t = strtok(NULL, ":,"))
        printf("[%s]", t);
    puts("");
    char again[] = "k=v;x=;y", *save, *inner;
    for (char *t = strtok_r(again, ";", &save); t; t = strtok_r(NULL, ";", &save))
        for (char *u = strtok_r(t, "=", &inner); u; u = strtok_r(NULL, "=", &inner))
            printf("<%s>", u);
    puts("");
    char fields[] = "a,,b,", *rest = fields, *field;
    while ((field = strsep(&rest, ",")))
        printf("{%s}", field);
    puts("");
    char *copy = strdup(s), *part = strndup(s, 4);
    printf("%s %s\n", copy, part);
    free(copy);
    free(part);
    printf("%zu %s\n", strxfrm(buffer, "transform", sizeof buffer), buffer);
    return 0;
}
