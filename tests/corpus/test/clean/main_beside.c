// A program of its own: its `main` is no part of the suite and does not keep the tests from being linked.
#include <stdio.h>

int half(int number) { return number / 2; }

static int hidden(int number) { return number > 2; }

int main(void) {
    printf("%d\n", half(7));
    return hidden(2);
}
