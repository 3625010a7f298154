// Copies of an unknown string are as unknown: only its length makes paths, and both sides of the last test.
//@ paths: 5
//@ outcomes: 0 1
#include <coax.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char text[4], copy[8] = "<";
    coax_symbolic(text, sizeof text, "text");
    text[3] = '\0';
    char *twin = strdup(text);
    if (!twin)
        return 9;
    strcat(copy, twin);
    strncat(copy, ">", 3);
    free(twin);
    if (strcmp(copy, "<no>") == 0)
        return 1;
    return 0;
}
