// strchr finds nothing, and the text after the separator is taken all the same.
#include <coax.h>
#include <string.h>

static int value_of(char *setting) {
    char *separator = strchr(setting, '=');
    *separator = 0; //~ null-dereference
    return (int)strlen(separator + 1);
}

int main(void) {
    char text[4];
    coax_symbolic(text, sizeof text, "text");
    text[3] = 0;
    return value_of(text) > 1;
}
