// A thread that waits for what its creator does later.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *p) {
    pthread_mutex_lock(&lock); //~ unsupported: a thread waits for a mutex
    pthread_mutex_unlock(&lock);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
