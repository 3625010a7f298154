// A second thread by the means of C11.
#include <stdio.h>
#include <threads.h>

static int work(void *p) { return *(int *)p + 1; }
int main(void) {
    int n = 1, r = 0;
    thrd_t t;
    thrd_create(&t, work, &n); //~ unsupported: thrd_create
    thrd_join(t, &r);
    printf("%d\n", r);
    return 0;
}
