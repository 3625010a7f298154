// puts, putchar, fputs to both streams, setbuf modes, fflush order, perror, ungetc chains, fgetc loops, getw-free.
//@ stdin: 0123456789
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    printf("unbuffered ");
    if (write(1, "direct\n", 7) != 7)
        return 1;
    char block[3];
    printf("%zu %.3s\n", fread(block, 1, 3, stdin), block);
    ungetc('x', stdin);
    printf("%c%c\n", getc(stdin), fgetc(stdin));
    char rest[32];
    printf("%s %d\n", fgets(rest, sizeof rest, stdin), feof(stdin) != 0);
    printf("%d\n", fread(block, 1, 3, stdin) == 0);
    fprintf(stderr, "%s %d\n", "stderr", 1);
    fputc('!', stderr);
    fputc('\n', stderr);
    printf("%d %d\n", fileno(stdin), fileno(stderr));
    FILE *f = fopen("chars", "w+");
    for (int c = 0; c < 256; c++)
        fputc(c, f);
    rewind(f);
    unsigned sum = 0;
    int c, n = 0;
    while ((c = fgetc(f)) != EOF) {
        sum = sum * 31 + (unsigned)c;
        n++;
    }
    printf("%d %u %ld\n", n, sum, ftell(f));
    fclose(f);
    remove("chars");
    char name[] = "tmpXXXXXX";
    int fd = mkstemp(name);
    f = fdopen(fd, "w");
    fputs("in a temporary file", f);
    fclose(f);
    f = fopen(name, "r");
    printf("%s\n", fgets(rest, sizeof rest, f));
    fclose(f);
    printf("%d %d\n", access(name, F_OK), remove(name));
    printf("%d\n", access(name, F_OK));
    return 0;
}
