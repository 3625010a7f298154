// C11 mutexes and condition variables, over the POSIX ones.

#include <errno.h>
#include <pthread.h>
#include <threads.h>

static int result(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    if (type & mtx_recursive)
        pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    return result(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}

void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy((pthread_mutex_t *)mutex); }
int mtx_lock(mtx_t *mutex) { return result(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
int mtx_trylock(mtx_t *mutex) { return result(pthread_mutex_trylock((pthread_mutex_t *)mutex)); }
int mtx_unlock(mtx_t *mutex) { return result(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }

int cnd_init(cnd_t *condition) { return result(pthread_cond_init((pthread_cond_t *)condition, 0)); }
void cnd_destroy(cnd_t *condition) { pthread_cond_destroy((pthread_cond_t *)condition); }
int cnd_signal(cnd_t *condition) { return result(pthread_cond_signal((pthread_cond_t *)condition)); }
int cnd_broadcast(cnd_t *condition) { return result(pthread_cond_broadcast((pthread_cond_t *)condition)); }

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return result(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
