// A thread that waits for a condition which its creator signals later is not supported; the other paths are finished.
//@ because: threads unsupported
//@ outcomes: 0 3
#include <coax.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *p) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return p;
}

static void *wait_for_it(void *p) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return p;
}

int main(void) {
    pthread_t thread;
    int when = coax_int("when");
    if (when == 0)
        return 0;
    if (when == 1) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
        return 3;
    }
    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 5;
}
