// A second thread by the means of C11, and one that ends early.
#include <stdio.h>
#include <threads.h>

static int work(void *p) {
    if (*(int *)p == 5)
        thrd_exit(7);
    return *(int *)p + 1;
}
int main(void) {
    for (int n = 4; n < 6; n++) {
        int r = 0;
        thrd_t t;
        if (thrd_create(&t, work, &n) != thrd_success)
            return 1;
        thrd_join(t, &r);
        printf("%d\n", r);
    }
    return 0;
}
