// strcasecmp and friends, strrev by hand, GNU extensions strcasestr, strchrnul, strverscmp, basename.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void reverse(char *s) {
    for (size_t i = 0, j = strlen(s); i + 1 < j; i++) {
        char t = s[i];
        s[i] = s[--j];
        s[j] = t;
    }
}

int main(void) {
    const char *words[] = {"Apple", "apple", "APPLE pie", "banana", "Banana", ""};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            printf("%2d%2d ", sign(strcasecmp(words[i], words[j])), sign(strncasecmp(words[i], words[j], 5)));
        puts("");
    }
    const char *hay = "The Quick Brown Fox";
    printf("%s|%s|%s\n", strcasestr(hay, "BROWN"), strcasestr(hay, "fox"), strcasestr(hay, "cat") ? "?" : "none");
    printf("%s|%s\n", strchrnul(hay, 'Q'), strchrnul(hay, 'z'));
    printf("%s %s\n", basename("/usr/lib/file.c"), basename("plain"));
    char text[] = "able was I";
    reverse(text);
    puts(text);
    printf("%d %d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40), ffsll(-1));
    char b[8];
    bzero(b, 8);
    bcopy("xyz", b, 3);
    printf("%s %d\n", b, bcmp("abc", "abd", 3) != 0);
    printf("%s %s\n", index("a.b.c", '.'), rindex("a.b.c", '.'));
    return 0;
}
