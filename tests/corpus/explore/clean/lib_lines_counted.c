// getline over a file of four bytes: each byte is a line feed or is not.
//@ explore: --symbolic-file notes.txt,4
//@ paths: 16
//@ outcomes: 1 2 3 4
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = fopen("notes.txt", "r");
    if (!file)
        return 9;
    char *line = NULL;
    size_t room = 0;
    int lines = 0;
    while (getline(&line, &room, file) != -1)
        lines++;
    free(line);
    fclose(file);
    return lines;
}
