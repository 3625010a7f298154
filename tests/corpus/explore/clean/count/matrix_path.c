// Shortest walks through a three by three grid, by input bits.
//@ paths: 6
#include <coax.h>

// C(4,2): at an edge there is nothing to choose.
int main(void) {
    int x = 0, y = 0, code = 0;
    while (x < 2 || y < 2) {
        if (x < 2 && (y == 2 || coax_bool("right"))) {
            x++;
            code = code * 2 + 1;
        } else {
            y++;
            code = code * 2;
        }
    }
    return code;
}
