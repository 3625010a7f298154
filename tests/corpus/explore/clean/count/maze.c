// A small maze, five moves: how many walks stay inside, and how many win.
//@ paths: 89
//@ outcomes: 0 1 2 3
//@ orders: dfs
#include <coax.h>

static const char maze[5][6] = {
    "#####",
    "#  ##",
    "# # #",
    "#   #",
    "###G#",
};

// The walk ends at a wall, at a key that is none, at the goal (one walk), or after five moves.
// Counted by trying all walks.
int main(void) {
    int x = 1, y = 1;
    for (int i = 0; i < 5; i++) {
        switch (coax_char("move")) {
        case 'w': y--; break;
        case 's': y++; break;
        case 'a': x--; break;
        case 'd': x++; break;
        default: return 2;
        }
        if (maze[y][x] == '#')
            return 3;
        if (maze[y][x] == 'G')
            return 1;
    }
    return 0;
}
