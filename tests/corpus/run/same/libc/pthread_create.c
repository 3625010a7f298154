// Threads that their creator waits for: results, locks, values of their own, an early end.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int sum, destroyed;

static void destroy(void *value) {
    destroyed += *(int *)value;
    free(value);
}
static void prepare(void) { pthread_key_create(&key, destroy); }

static void *work(void *p) {
    pthread_once(&once, prepare);
    int *own = malloc(sizeof *own);
    *own = *(int *)p;
    pthread_setspecific(key, own);
    pthread_mutex_lock(&lock);
    sum += *own;
    pthread_mutex_unlock(&lock);
    if (*own == 2)
        pthread_exit("early");
    return pthread_equal(pthread_self(), pthread_self()) ? "late" : NULL;
}

int main(void) {
    int parts[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        void *result;
        if (pthread_create(&t, NULL, work, &parts[i]) != 0)
            return 1;
        printf("%d", pthread_join(t, &result));
        printf(" %s %p\n", (char *)result, pthread_getspecific(key));
    }
    printf("%d %d\n", sum, destroyed);
    return 0;
}
