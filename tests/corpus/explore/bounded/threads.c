// One path starts a thread; the others are finished.
//@ because: unsupported
//@ outcomes: 0
#include <coax.h>
#include <pthread.h>

static void *work(void *p) { return p; }

int main(void) {
    pthread_t t;
    if (coax_int("parallel") == 1) {
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
        return 1;
    }
    return 0;
}
