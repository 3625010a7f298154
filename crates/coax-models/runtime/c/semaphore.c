// Semaphores of a program with one thread.

#include <errno.h>
#include <semaphore.h>
#include <string.h>

_Noreturn void __coax_unsupported(const char *what);

// The value is the first word.
static unsigned value_of(const sem_t *semaphore)
{
    unsigned value;
    memcpy(&value, semaphore, sizeof value);
    return value;
}

static void set_value(sem_t *semaphore, unsigned value) { memcpy(semaphore, &value, sizeof value); }

int sem_init(sem_t *semaphore, int shared, unsigned value)
{
    (void)shared;
    memset(semaphore, 0, sizeof *semaphore);
    set_value(semaphore, value);
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    (void)semaphore;
    return 0;
}

int sem_post(sem_t *semaphore)
{
    set_value(semaphore, value_of(semaphore) + 1);
    return 0;
}

int sem_trywait(sem_t *semaphore)
{
    unsigned value = value_of(semaphore);
    if (value == 0) {
        errno = EAGAIN;
        return -1;
    }
    set_value(semaphore, value - 1);
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    if (value_of(semaphore) == 0)
        __coax_unsupported("a deadlock: the only thread waits for a semaphore");
    return sem_trywait(semaphore);
}

int sem_getvalue(sem_t *restrict semaphore, int *restrict value)
{
    *value = (int)value_of(semaphore);
    return 0;
}
