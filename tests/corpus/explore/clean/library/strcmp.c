// A password checked with strcmp.
//@ outcomes: 0 1
//@ paths: <= 8
#include <coax.h>
#include <string.h>

// Two outcomes; a model that forks at every byte may need one path per place.
int main(void) {
    char pass[5];
    coax_symbolic(pass, 4, "pass");
    pass[4] = 0;
    if (strcmp(pass, "pwpw") == 0)
        return 0;
    return 1;
}
