// What a thread leaves behind makes an assertion fail in main, whatever the order: two threads that add to a counter.
//@ outcomes: 0
//@ policy: --after-error stop => 0 assertion
#include <coax.h>
#include <pthread.h>

static int count;

static void *add(void *p) {
    count += *(int *)p;
    return NULL;
}

int main(void) {
    int part = coax_int("part");
    coax_assume(part >= 0 && part < 10);
    pthread_t thread;
    pthread_create(&thread, NULL, add, &part);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, add, &part);
    pthread_join(thread, NULL);
    coax_assert(count != 14); //~ assertion
    return 0;
}
