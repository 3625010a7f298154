// The cell at the border has no neighbour on the right.
static unsigned char board[6][6];

int same_as_neighbour(unsigned row, unsigned column) {
    if (row >= 6 || column >= 6)
        return 0;
    return board[row][column] == board[row][column + 1]; //~ out-of-bounds
}
