// What a program writes to a file it reads again; no other path sees it.
//@ paths: 2
//@ outcomes: 3 7
#include <coax.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int wide = coax_int("wide"), n = 0;
    if (wide)
        wide = 1;
    FILE *file = tmpfile();
    if (!file)
        return 99;
    if (wide)
        fputs("7", file);
    else
        fputs("3", file);
    rewind(file);
    if (fscanf(file, "%d", &n) != 1)
        return 98;
    fclose(file);
    return n;
}
