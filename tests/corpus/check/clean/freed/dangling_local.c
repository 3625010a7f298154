// A short name lives in a buffer as long as it is used.
//@ check: initial
#include <stddef.h>

static char letter_of(const char *name) { return name[0]; }

char initial(unsigned number) {
    const char *name = "none";
    char short_name[4];
    if (number < 10) {
        short_name[0] = (char)('0' + number);
        short_name[1] = '\0';
        name = short_name;
    }
    return *name == 'n' ? 'n' : letter_of(name);
}
