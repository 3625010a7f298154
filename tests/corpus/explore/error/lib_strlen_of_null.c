// strchr finds nothing, and nobody asks.
#include <coax.h>
#include <string.h>

int main(void) {
    char pair[4];
    coax_symbolic(pair, sizeof pair, "pair");
    pair[3] = '\0';
    char *value = strchr(pair, '=');
    return (int)strlen(value); //~ null-dereference
}
