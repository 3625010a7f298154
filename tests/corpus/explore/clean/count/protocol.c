// A connection as a state machine, four events.
//@ paths: 23
//@ orders: dfs
//@ outcomes: 0 1 2 9
#include <coax.h>

enum State { CLOSED, OPENING, OPEN, BROKEN };
enum Event { CONNECT, ACCEPT, CLOSE };

static enum State next(enum State s, unsigned event) {
    switch (s) {
    case CLOSED: return event == CONNECT ? OPENING : s;
    case OPENING:
        if (event == ACCEPT)
            return OPEN;
        return event == CLOSE ? CLOSED : BROKEN;
    case OPEN:
        if (event == CLOSE)
            return CLOSED;
        return event == CONNECT ? BROKEN : OPEN;
    default: return BROKEN;
    }
}

// Counted by trying all sequences of the three events and another.
int main(void) {
    enum State s = CLOSED;
    for (int i = 0; i < 4; i++) {
        s = next(s, coax_uint("event"));
        if (s == BROKEN)
            return 9;
    }
    return (int)s;
}
