// Comparing without case is one condition for each word, too.
//@ paths: 5
//@ outcomes: 0 1 2 3 4
#include <coax.h>
#include <string.h>
#include <strings.h>

int main(void) {
    const char *const methods[] = {"GET", "PUT", "Post", "delete"};
    char text[8];
    coax_symbolic(text, sizeof text, "text");
    text[7] = '\0';
    for (int i = 0; i < 4; i++)
        if (!strcasecmp(text, methods[i]))
            return i + 1;
    return 0;
}
