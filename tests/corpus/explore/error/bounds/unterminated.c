// strncpy leaves no terminator when the source fills the buffer.
#include <coax.h>
#include <string.h>

int main(void) {
    char name[5], copy[4];
    coax_symbolic(name, sizeof name, "name");
    name[4] = 0;
    strncpy(copy, name, sizeof copy);
    return (int)strlen(copy); //~ out-of-bounds
}
