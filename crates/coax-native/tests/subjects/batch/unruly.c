/* A program that behaves in one of ten ways, by its argument. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int k = atoi(argv[1]);
    char *block = malloc(8);
    printf("test %d\n", k);
    switch (k % 10) {
    case 0:
        fprintf(stderr, "%c", block[8]); /* a read past the end */
        break;
    case 1:
        assert(k < 0);
        break;
    case 2:
        free(block);
        break;
    case 3:
        if (k == 493)
            for (;;)
                pause();
        break;
    case 4:
        if (k == 494)
            for (;;)
                memset(malloc(1 << 20), 1, 1 << 20);
        break;
    case 5:
        if (k == 495)
            for (;;)
                puts("and again and again and again and again");
        break;
    case 6:
        if (k == 496)
            kill(getppid(), 9); /* takes the server with it */
        break;
    }
    free(block);
    return k % 50;
}
