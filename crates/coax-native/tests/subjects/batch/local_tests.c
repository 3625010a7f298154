/* Tests of local.c, which they include. */
#ifndef COAX_UNDER_TEST
#define COAX_UNDER_TEST
#include "local.c"
#endif

#define TEST_COUNT 12
#include "server.h"

static int run_test(int k) {
    static int own = 5;
    switch (k) {
    case 0:
        divisor = 0;
        return divide(own);
    case 1:
        return at(own);
    case 2:
        shared = 2147483647;
        return grow(1);
    case 3:
        return follow(0);
    case 4:
        lose();
        return 0;
    case 5:
        return copied(own);
    case 6:
        return maybe(0);
    case 7:
        return (int)fabs(-40) + 20;
    case 8:
        return lsearch(6);
    case 9:
        next();
        return next();
    case 10:
        divide(7);
        divide(7);
        return calls;
    default:
        return main(2, 0);
    }
}
