// Binary records with fread and fwrite, fgetpos and fsetpos, tmpfile, setvbuf, fscanf, freopen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Record { int id; double value; char name[8]; };

int main(void) {
    struct Record records[10];
    memset(records, 0, sizeof records);
    for (int i = 0; i < 10; i++) {
        records[i].id = i;
        records[i].value = i * 1.25;
        snprintf(records[i].name, sizeof records[i].name, "r%d", i);
    }
    FILE *f = fopen("records.bin", "wb+");
    printf("%zu\n", fwrite(records, sizeof *records, 10, f));
    for (int i = 9; i >= 0; i -= 3) {
        struct Record r;
        fseek(f, i * (long)sizeof r, SEEK_SET);
        printf("%zu %d %g %s\n", fread(&r, sizeof r, 1, f), r.id, r.value, r.name);
    }
    fpos_t position;
    fseek(f, 2 * (long)sizeof(struct Record), SEEK_SET);
    fgetpos(f, &position);
    struct Record r = {77, -1, "new"};
    fwrite(&r, sizeof r, 1, f);
    fsetpos(f, &position);
    memset(&r, 0, sizeof r);
    printf("%zu %d %s\n", fread(&r, sizeof r, 1, f), r.id, r.name);
    fseek(f, -5, SEEK_END);
    printf("%zu %d\n", fread(&r, 1, sizeof r, f), feof(f) != 0);
    fclose(f);
    FILE *t = tmpfile();
    setvbuf(t, NULL, _IOFBF, 32);
    for (int i = 0; i < 20; i++)
        fprintf(t, "%d %x\n", i * i, i);
    rewind(t);
    int a;
    unsigned b;
    long sum = 0;
    while (fscanf(t, "%d %x", &a, &b) == 2)
        sum += a * (long)b;
    printf("%ld\n", sum);
    fclose(t);
    t = fopen("in.txt", "w");
    fputs("from a file\n", t);
    fclose(t);
    char line[32];
    if (freopen("in.txt", "r", stdin) && fgets(line, sizeof line, stdin))
        printf("%s", line);
    remove("in.txt");
    remove("records.bin");
    return 0;
}
