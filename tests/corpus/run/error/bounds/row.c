// An index past the end of a row stays inside the matrix, but not inside the row.
static int sum(int m[3][4], int row, int column) {
    return m[row][0] + m[row][3] + column;
}
int main(void) {
    int m[3][4] = {{0}};
    int c = sum(m, 1, 4);
    m[1][c] = 5; //~ out-of-bounds
    return m[2][0];
}
