/* Runs branches.c with 1, 2, 4, and 99 (which aborts), and once for ever. */
#define TEST_COUNT 5
#include "server.h"

int __real_main(int argc, char **argv, char **envp);

static int run_test(int k) {
    static char *values[] = {"1", "2", "4", "99", "4"};
    char *argv[] = {"branches", values[k], 0};
    int status = __real_main(2, argv, 0);
    while (k == 4)
        pause();
    return status > 100 ? 1 : 0;
}
