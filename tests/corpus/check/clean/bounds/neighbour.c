// The neighbour of the cell at the border is on the other side.
static unsigned char board[6][6];

int same_as_neighbour(unsigned row, unsigned column) {
    if (row >= 6 || column >= 6)
        return 0;
    return board[row][column] == board[row][(column + 1) % 6];
}
