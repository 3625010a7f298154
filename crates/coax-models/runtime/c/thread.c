// Threads, run one after the other: a new one runs to its end where it is created, as if it were called, and
// what waits for it finds it ended. That is one of the orders in which the system may run them, and the report says
// that there are others. A thread that would have to wait for one that is not done is not supported.

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

// Says that there are threads.
void __coax_threads(void);
_Noreturn void __coax_unsupported(const char *what);

enum { KEYS = 1024, DESTRUCTOR_ROUNDS = 4, THREADS = 256, MAIN = 1 };

static struct {
    int used;
    void *value;
    void (*destructor)(void *);
} keys[KEYS];

// Those that were created, by their number less that of the first.
static struct thread {
    enum { NONE, RUNNING, ENDED, JOINED } state;
    void *result;
    int status;
    jmp_buf end;
} threads[THREADS];

static unsigned created;
static pthread_t running = MAIN;

static struct thread *created_thread(pthread_t number)
{
    return number > MAIN && number <= MAIN + created ? &threads[number - MAIN - 1] : NULL;
}

// What a thread keeps under keys is destroyed when it ends; some destructors keep something again.
static void destroy_values(void)
{
    for (int round = 0; round < DESTRUCTOR_ROUNDS; round++) {
        int found = 0;
        for (int i = 0; i < KEYS; i++) {
            void *value = keys[i].value;
            if (!keys[i].used || !keys[i].destructor || !value)
                continue;
            keys[i].value = NULL;
            keys[i].destructor(value);
            found = 1;
        }
        if (!found)
            return;
    }
}

// Runs a thread to its end; one of the functions is what it runs.
static int run(pthread_t *number, void *(*function)(void *), int (*plain)(void *), void *argument)
{
    __coax_threads();
    if (created == THREADS)
        return EAGAIN;
    struct thread *thread = &threads[created++];
    pthread_t creator = running;
    void **values = malloc(sizeof *values * KEYS);
    for (int i = 0; i < KEYS; i++) {
        values[i] = keys[i].value;
        keys[i].value = NULL;
    }
    *number = running = MAIN + created;
    thread->state = RUNNING;
    if (setjmp(thread->end) == 0) {
        if (function)
            thread->result = function(argument);
        else
            thread->status = plain(argument);
    }
    destroy_values();
    thread->state = ENDED;
    running = creator;
    for (int i = 0; i < KEYS; i++)
        keys[i].value = values[i];
    free(values);
    return 0;
}

int pthread_create(pthread_t *restrict number, const pthread_attr_t *restrict attributes, void *(*function)(void *),
                   void *restrict argument)
{
    (void)attributes;
    return run(number, function, NULL, argument);
}

// The thread that is waited for, or why it is not.
static int ended(pthread_t number, struct thread **thread)
{
    *thread = created_thread(number);
    if (number == running)
        return EDEADLK;
    if (!*thread && number != MAIN)
        return ESRCH;
    if (!*thread || (*thread)->state == RUNNING)
        __coax_unsupported("a thread that waits for one which has created it");
    if ((*thread)->state == JOINED)
        return EINVAL;
    (*thread)->state = JOINED;
    return 0;
}

int pthread_join(pthread_t number, void **result)
{
    struct thread *thread;
    int error = ended(number, &thread);
    if (error == 0 && result)
        *result = thread->result;
    return error;
}

int pthread_detach(pthread_t number)
{
    struct thread *thread = created_thread(number);
    if (!thread)
        return number == MAIN ? 0 : ESRCH;
    if (thread->state == ENDED)
        thread->state = JOINED;
    return 0;
}

void pthread_exit(void *result)
{
    struct thread *thread = created_thread(running);
    if (!thread)
        exit(0);
    thread->result = result;
    longjmp(thread->end, 1);
}

int thrd_create(thrd_t *number, thrd_start_t function, void *argument)
{
    return run(number, NULL, function, argument) == 0 ? thrd_success : thrd_error;
}

int thrd_join(thrd_t number, int *status)
{
    struct thread *thread;
    if (ended(number, &thread) != 0)
        return thrd_error;
    if (status)
        *status = thread->status;
    return thrd_success;
}

int thrd_detach(thrd_t number) { return pthread_detach(number) == 0 ? thrd_success : thrd_error; }

void thrd_exit(int status)
{
    struct thread *thread = created_thread(running);
    if (!thread)
        exit(0);
    thread->status = status;
    longjmp(thread->end, 1);
}

int pthread_once(pthread_once_t *control, void (*function)(void))
{
    if (*control == PTHREAD_ONCE_INIT) {
        *control = 2;
        function();
    }
    return 0;
}

void call_once(once_flag *flag, void (*function)(void)) { pthread_once((pthread_once_t *)flag, function); }

pthread_t pthread_self(void) { return running; }
thrd_t thrd_current(void) { return running; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) {}
int pthread_yield(void) { return 0; }

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    for (unsigned i = 0; i < KEYS; i++) {
        if (keys[i].used)
            continue;
        keys[i].used = 1;
        keys[i].value = NULL;
        keys[i].destructor = destructor;
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
