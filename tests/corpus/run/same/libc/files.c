// stdio files: write, read, seek, tell, append, update mode, ungetc, rewind, remove, rename, missing files.
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void dump(const char *name) {
    FILE *f = fopen(name, "r");
    if (!f) {
        printf("%s: %s\n", name, strerror(errno));
        return;
    }
    char line[64];
    int number = 0;
    while (fgets(line, sizeof line, f))
        printf("%s:%d: %s%s", name, ++number, line, strchr(line, '\n') ? "" : "<\n");
    fclose(f);
}

int main(void) {
    FILE *f = fopen("data.txt", "w");
    fprintf(f, "line %d\n", 1);
    fputs("line two\n", f);
    fputc('3', f);
    putc('\n', f);
    fwrite("four\nno newline", 1, 15, f);
    printf("%ld\n", ftell(f));
    printf("%d\n", fclose(f));
    dump("data.txt");
    f = fopen("data.txt", "a");
    fputs("!\nappended\n", f);
    fclose(f);
    dump("data.txt");
    f = fopen("data.txt", "r+");
    fseek(f, 5, SEEK_SET);
    fputs("ONE", f);
    fseek(f, -9, SEEK_END);
    int c = fgetc(f);
    printf("%c", c);
    c = fgetc(f);
    printf("%c", c);
    ungetc('Z', f);
    printf("%c%c %ld\n", fgetc(f), fgetc(f), ftell(f));
    rewind(f);
    char buffer[8];
    size_t n = fread(buffer, 2, 4, f);
    printf("%zu %.8s %ld %d\n", n, buffer, ftell(f), feof(f));
    fseek(f, 0, SEEK_END);
    printf("%ld %d", ftell(f), fgetc(f));
    printf(" %d\n", feof(f) != 0);
    fclose(f);
    dump("data.txt");
    printf("%d %d\n", rename("data.txt", "moved.txt"), remove("data.txt"));
    dump("data.txt");
    f = fopen("moved.txt", "w+");
    fputs("short", f);
    fseek(f, 10, SEEK_SET);
    fputc('x', f);
    fflush(f);
    rewind(f);
    while ((c = fgetc(f)) != EOF)
        printf("%d ", c);
    puts("");
    fclose(f);
    f = fopen("moved.txt", "r");
    printf("%d", fputc('q', f));
    printf(" %d\n", ferror(f) != 0);
    fclose(f);
    printf("%d\n", remove("moved.txt"));
    printf("%d\n", fopen("no/such/dir/file", "w") == NULL);
    return 0;
}
