/* Leaves a child behind that would hold the pipes open for ever, and prints its id. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int child = fork();
    if (child == 0)
        for (;;)
            pause();
    printf("%d\n", child);
    return 5;
}
