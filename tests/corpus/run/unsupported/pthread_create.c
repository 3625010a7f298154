// A second thread.
#include <pthread.h>
#include <stdio.h>

static void *work(void *p) {
    ++*(int *)p;
    return p;
}
int main(void) {
    int n = 1;
    pthread_t t;
    pthread_create(&t, NULL, work, &n); //~ unsupported: pthread_create
    pthread_join(t, NULL);
    printf("%d\n", n);
    return 0;
}
