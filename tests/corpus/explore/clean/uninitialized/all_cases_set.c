// Every case sets the variable.
//@ paths: 4
//@ outcomes: 0 1
#include <coax.h>

int main(void) {
    int level;
    switch (coax_int("mode")) {
    case 0: level = 10; break;
    case 1: level = 20; break;
    case 2: level = 30; break;
    default: level = 0;
    }
    if (level > 15)
        return 1;
    return 0;
}
