// getchar, ungetc, fgets, getline and gets-like reading of standard input; a last line without newline.
//@ stdin: alpha beta\n\ngamma delta epsilon zeta eta theta\nlast without newline
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int c = getchar();
    ungetc(toupper(c), stdin);
    char small[8];
    for (int i = 0; i < 4 && fgets(small, sizeof small, stdin); i++)
        printf("[%s]%zu\n", small, strlen(small));
    char *line = NULL;
    size_t capacity = 0;
    ssize_t n;
    while ((n = getline(&line, &capacity, stdin)) > 0)
        printf("%zd %s%s", n, line, line[n - 1] == '\n' ? "" : "<\n");
    free(line);
    printf("%d %d %d\n", feof(stdin) != 0, ferror(stdin), getchar() == EOF);
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    return 0;
}
