// scanf from standard input: numbers until a word, then characters, a line, then end of file.
//@ stdin: 3 10 20 30\n1.5 2.25\nname: Ada Lovelace\nx\n\nlast line\n
#include <stdio.h>

int main(void) {
    int n, v, sum = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &v) == 1)
            sum += v;
    double a, b;
    printf("%d %d %d\n", n, sum, scanf("%lf%lf", &a, &b));
    printf("%g %g\n", a, b);
    char first[20], last[20], c;
    printf("%d", scanf(" name: %19s %19s", first, last));
    printf(" %s %s\n", first, last);
    printf("%d", scanf(" %c", &c));
    printf(" %c\n", c);
    printf("%d", scanf("%c%c", &c, &c));
    printf(" %d\n", c);
    char line[32];
    printf("%d", scanf("%31[^\n]", line));
    printf(" [%s]\n", line);
    printf("%d %d\n", scanf("%d", &v), feof(stdin) != 0);
    return 0;
}
