// Only a buffer that starts with the whole word is read beyond its end.
//@ paths: 2
#include <coax.h>
#include <string.h>

int main(void) {
    char code[3];
    coax_symbolic(code, sizeof code, "code");
    if (strcmp(code, "abcd") == 0) //~ out-of-bounds
        return 1;
    return 0;
}
