// Threads are run one after the other: what they do together is found, and the report says that there are other orders.
//@ because: threads
//@ outcomes: 0 1 6
#include <coax.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *p) {
    pthread_mutex_lock(&lock);
    sum += *(int *)p;
    pthread_mutex_unlock(&lock);
    if (sum > 5)
        pthread_exit(&sum);
    return NULL;
}

int main(void) {
    pthread_t thread;
    int parts[2] = {coax_int("part") == 4 ? 4 : 1, 2};
    if (coax_int("parallel") != 1)
        return 0;
    void *last = NULL;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, work, &parts[i]);
        pthread_join(thread, &last);
    }
    return last ? *(int *)last : 1;
}
