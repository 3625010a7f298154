// Structs are written to files with their padding, records with their unused tails.
#include <stdio.h>
#include <string.h>

struct pair {
    char tag;
    int number;
};

struct record {
    char name[16];
    struct pair pair;
};

int main(void) {
    struct record out, in;
    snprintf(out.name, sizeof out.name, "bob");
    out.pair.tag = 'x';
    out.pair.number = 5;
    FILE *file = tmpfile();
    if (!file || fwrite(&out, sizeof out, 1, file) != 1)
        return 1;
    rewind(file);
    if (fread(&in, sizeof in, 1, file) != 1)
        return 2;
    printf("%s %c %d\n", in.name, in.pair.tag, in.pair.number);
    struct record copy;
    memcpy(&copy, &in, sizeof copy);
    printf("%d\n", copy.pair.number);
    return fclose(file);
}
