// Static functions and variables with equal names in three files stay apart.
#include <stdio.h>

int from_a(int), from_b(int);
int shared = 5;
static int counter = 100;
static int helper(int x) { return x + counter++; }

int main(void) {
    for (int i = 0; i < 3; i++)
        printf("%d %d %d\n", helper(i), from_a(i), from_b(i));
    printf("%d\n", shared);
    return 0;
}
