// strchr may find nothing; the caller looks.
//@ outcomes: 0 1 2 9
#include <coax.h>
#include <string.h>

static int value_length(const char *setting) {
    const char *separator = strchr(setting, '=');
    if (!separator)
        return 9;
    return (int)strlen(separator + 1);
}

int main(void) {
    char text[4];
    coax_symbolic(text, sizeof text, "text");
    text[3] = 0;
    return value_length(text);
}
