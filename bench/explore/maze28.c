// A maze: 28 steps, each of them any byte; walls and places already visited end the walk.
// KLEE: 0.6 s for its example of this kind, with 113 paths.
#include <coax.h>

#define STEPS 28

static char maze[7][12] = {
    "+-+---+---+",
    "| |     |#|",
    "| | --+ | |",
    "| |   | | |",
    "| +-- | | |",
    "|     |   |",
    "+-----+---+",
};

int main(void) {
    char moves[STEPS];
    coax_symbolic(moves, sizeof moves, "moves");
    int x = 1, y = 1;
    for (int i = 0; i < STEPS; i++) {
        maze[y][x] = 'X';
        switch (moves[i]) {
        case 'w': y--; break;
        case 's': y++; break;
        case 'a': x--; break;
        case 'd': x++; break;
        default: return 1;
        }
        if (maze[y][x] == '#')
            return 0;
        if (maze[y][x] != ' ')
            return 2;
    }
    return 3;
}
