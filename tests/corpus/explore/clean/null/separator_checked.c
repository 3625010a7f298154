// strchr may find nothing; the caller looks.
//@ outcomes: 0 1 9
#include <coax.h>
#include <string.h>

static int has_value(const char *setting) {
    const char *separator = strchr(setting, '=');
    if (!separator)
        return 9;
    if (separator[1])
        return 1;
    return 0;
}

int main(void) {
    char text[4];
    coax_symbolic(text, sizeof text, "text");
    text[3] = 0;
    return has_value(text);
}
