// A state machine gives up in a state it should never reach.
#include <coax.h>
#include <stdlib.h>

static int next(int state, int event) {
    switch (state) {
    case 0: return event ? 1 : 0;
    case 1: return event ? 2 : 0;
    case 2: return event ? 3 : 1;
    default: abort(); //~ abort
    }
}

int main(void) {
    int state = 0;
    for (int i = 0; i < 4; i++)
        state = next(state, coax_bool("state"));
    return state;
}
