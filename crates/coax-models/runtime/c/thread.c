// What a program with one thread can ask about threads: itself, its own values, doing things once,
// attributes.

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <threads.h>

enum { KEYS = 1024 };

static struct {
    int used;
    void *value;
} keys[KEYS];

int pthread_once(pthread_once_t *control, void (*function)(void))
{
    if (*control == PTHREAD_ONCE_INIT) {
        *control = 2;
        function();
    }
    return 0;
}

void call_once(once_flag *flag, void (*function)(void)) { pthread_once((pthread_once_t *)flag, function); }

pthread_t pthread_self(void) { return 1; }
thrd_t thrd_current(void) { return 1; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) {}
int pthread_yield(void) { return 0; }

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    // The main thread's values are not destroyed at exit, so the destructor never runs.
    (void)destructor;
    for (unsigned i = 0; i < KEYS; i++) {
        if (keys[i].used)
            continue;
        keys[i].used = 1;
        keys[i].value = NULL;
        *key = i;
        return 0;
    }
    return EAGAIN;
}

int __pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    return pthread_key_create(key, destructor);
}

int pthread_key_delete(pthread_key_t key)
{
    if (key >= KEYS || !keys[key].used)
        return EINVAL;
    keys[key].used = 0;
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= KEYS || !keys[key].used)
        return EINVAL;
    keys[key].value = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < KEYS && keys[key].used ? keys[key].value : NULL;
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}

void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }

int tss_set(tss_t key, void *value)
{
    return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}

int pthread_setcancelstate(int state, int *old)
{
    (void)state;
    if (old)
        *old = PTHREAD_CANCEL_ENABLE;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    (void)type;
    if (old)
        *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

void pthread_testcancel(void) {}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    // There is no fork, so there is nothing to do before or after it.
    (void)prepare, (void)parent, (void)child;
    return 0;
}

int pthread_attr_init(pthread_attr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

// The kind of a mutex is in the first word of its attributes.
int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
    if (kind < PTHREAD_MUTEX_TIMED_NP || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    memcpy(attributes, &kind, sizeof kind);
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict kind)
{
    memcpy(kind, attributes, sizeof *kind);
    return 0;
}
