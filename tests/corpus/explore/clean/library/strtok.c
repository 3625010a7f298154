// Fields of a line, cut in place.
//@ outcomes: 0 1 2
#include <coax.h>
#include <string.h>

int main(void) {
    char line[5];
    coax_symbolic(line, 4, "line");
    line[4] = 0;
    int fields = 0;
    for (char *f = strtok(line, ","); f; f = strtok(NULL, ","))
        fields++;
    return fields;
}
