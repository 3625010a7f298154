// N-queens by bit masks, knight moves by breadth-first search, sudoku by backtracking.
#include <stdio.h>
#include <string.h>

static int queens(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all)
        return 1;
    int n = 0;
    for (unsigned open = all & ~(columns | left | right); open;) {
        unsigned bit = open & -open;
        open ^= bit;
        n += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return n;
}

static void knights(int size) {
    int distance[12][12], queue[144], head = 0, tail = 0;
    memset(distance, -1, sizeof distance);
    static const int moves[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    distance[0][0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int y = queue[head] / 12, x = queue[head] % 12;
        head++;
        for (int m = 0; m < 8; m++) {
            int ny = y + moves[m][0], nx = x + moves[m][1];
            if (ny >= 0 && nx >= 0 && ny < size && nx < size && distance[ny][nx] < 0) {
                distance[ny][nx] = distance[y][x] + 1;
                queue[tail++] = ny * 12 + nx;
            }
        }
    }
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++)
            printf("%d ", distance[y][x]);
        puts("");
    }
}

static int fits(const char *b, int at, char c) {
    int row = at / 9, column = at % 9;
    for (int i = 0; i < 9; i++)
        if (b[row * 9 + i] == c || b[i * 9 + column] == c || b[(row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3] == c)
            return 0;
    return 1;
}
static int tries;
static int solve(char *b) {
    char *dot = strchr(b, '.');
    if (!dot)
        return 1;
    for (char c = '1'; c <= '9'; c++)
        if (fits(b, (int)(dot - b), c)) {
            tries++;
            *dot = c;
            if (solve(b))
                return 1;
        }
    *dot = '.';
    return 0;
}

int main(void) {
    for (unsigned n = 1; n <= 8; n++)
        printf("%u:%d ", n, queens((1u << n) - 1, 0, 0, 0));
    puts("");
    knights(8);
    char board[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    printf("%d %d\n%s\n", solve(board), tries, board);
    return 0;
}
