/* Five hundred tests of unruly.c. */
#define TEST_COUNT 500
#include "server.h"

#ifndef COAX_BATCH
#error "a batch says that it is one"
#endif

int __real_main(int argc, char **argv, char **envp);

static int run_test(int k) {
    char number[16];
    snprintf(number, sizeof number, "%d", k);
    char *argv[] = {"unruly", number, 0};
    return __real_main(2, argv, 0);
}
