// The longest name does not fit.
#include <coax.h>
#include <string.h>

int main(void) {
    char name[5], small[4];
    coax_symbolic(name, sizeof name, "name");
    name[4] = '\0';
    strcpy(small, name); //~ out-of-bounds
    return small[0] == 'x';
}
