/* Runs shapes.cpp with 1 and 2, and with 10, which makes it look at a member nobody set. */
#define TEST_COUNT 3
#include "server.h"

int __real_main(int argc, char **argv, char **envp);

static int run_test(int k) {
    static char *values[] = {"1", "2", "10"};
    char *argv[] = {"shapes", values[k], 0};
    return __real_main(2, argv, 0);
}
