// A thread that is never started; a mutex used by one thread.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *worker(void *p) {
    pthread_mutex_lock(&lock);
    shared += *(int *)p;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv) {
    (void)argv;
    int n = 3;
    if (argc > 5) {
        pthread_t t;
        pthread_create(&t, NULL, worker, &n);
        pthread_join(t, NULL);
    } else
        worker(&n);
    printf("%d\n", shared);
    return 0;
}
