// Row and column are checked against each other's limit.
#include <coax.h>

enum { ROWS = 2, COLUMNS = 4 };

int main(void) {
    int grid[ROWS][COLUMNS] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    unsigned row = coax_uint("row"), column = coax_uint("column");
    coax_assume(column < ROWS);
    if (row >= COLUMNS)
        return 0;
    return grid[row][column]; //~ out-of-bounds
}
