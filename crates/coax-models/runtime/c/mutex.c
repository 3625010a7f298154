// Mutexes, read-write locks, spin locks and condition variables of a program whose threads run one after the other.
//
// A thread that runs goes on until it ends. So taking a free lock always works, and waiting for one that is taken, by
// itself or by the thread that has created it, would wait forever: that is reported as unsupported.

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>

_Noreturn void __coax_unsupported(const char *what);

enum { WRITER = -1 };

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    memset(mutex, 0, sizeof *mutex);
    if (attributes) {
        int kind;
        if (pthread_mutexattr_gettype(attributes, &kind) == 0)
            mutex->__data.__kind = kind;
    }
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return mutex->__data.__count ? EBUSY : 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__count && mutex->__data.__kind != PTHREAD_MUTEX_RECURSIVE)
        return EBUSY;
    mutex->__data.__count++;
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (pthread_mutex_trylock(mutex) == 0)
        return 0;
    if (mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK)
        return EDEADLK;
    __coax_unsupported("a thread waits for a mutex that it, or the thread that has created it, holds");
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    (void)until;
    return pthread_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__count == 0)
        return mutex->__data.__kind == PTHREAD_MUTEX_ERRORCHECK ? EPERM : 0;
    mutex->__data.__count--;
    return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    memset(lock, 0, sizeof *lock);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    (void)lock;
    return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    if (lock->__data.__cur_writer == WRITER)
        return EBUSY;
    lock->__data.__readers++;
    return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    if (lock->__data.__cur_writer == WRITER || lock->__data.__readers)
        return EBUSY;
    lock->__data.__cur_writer = WRITER;
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : EDEADLK;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    if (pthread_rwlock_trywrlock(lock) == 0)
        return 0;
    if (lock->__data.__cur_writer == WRITER)
        return EDEADLK;
    __coax_unsupported("a thread waits for a lock that it, or the thread that has created it, holds");
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (lock->__data.__cur_writer == WRITER)
        lock->__data.__cur_writer = 0;
    else if (lock->__data.__readers)
        lock->__data.__readers--;
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    (void)lock;
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    if (*lock)
        return EBUSY;
    *lock = 1;
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    if (pthread_spin_trylock(lock) != 0)
        __coax_unsupported("a thread waits for a spin lock that it, or the thread that has created it, holds");
    return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    *lock = 0;
    return 0;
}

int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attributes)
{
    (void)attributes;
    memset(condition, 0, sizeof *condition);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    (void)condition;
    (void)mutex;
    __coax_unsupported("a thread waits for a condition that another one is to signal later");
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    (void)condition;
    (void)mutex;
    (void)until;
    return ETIMEDOUT;
}
