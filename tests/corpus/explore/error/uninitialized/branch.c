// A variable is set in all cases but one.
#include <coax.h>

int main(void) {
    int level;
    switch (coax_int("mode")) {
    case 0: level = 10; break;
    case 1: level = 20; break;
    case 2: break;
    default: level = 0;
    }
    if (level > 15) //~ uninitialized-read
        return 1;
    return 0;
}
