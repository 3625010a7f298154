// A switch over an enum promises that its default is never reached, and has each case.
enum direction { NORTH, EAST, SOUTH, WEST };

int x_step(enum direction d) {
    switch (d) {
    case NORTH:
    case SOUTH:
        return 0;
    case EAST:
        return 1;
    case WEST:
        return -1;
    default:
        __builtin_unreachable();
    }
}
